import path from 'node:path';
import { defineConfig } from 'prisma/config';

// `generate`, `validate` and `format` need only WebAssembly, yet the command line first fetches a native engine.
// Naming any existing program skips that. Never for `migrate` or `db`: a stub there prints nothing and exits 0.
if (/^(generate|validate|format|version|-v|--version)$/.test(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

const here = import.meta.dirname;

export default defineConfig({
  schema: here,
  migrations: { path: path.join(here, 'migrations') },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
});
