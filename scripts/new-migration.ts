// Authors a migration without a network: Prisma's schema engine as WebAssembly, an in-memory PGlite as its shadow database.
//   new-migration.ts <name>    writes prisma/migrations/<time>_<name>/migration.sql
//   new-migration.ts --check   fails when the models have changes without a migration
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

const prismaFolder = path.resolve(import.meta.dirname, '../prisma');
const migrationsFolder = path.join(prismaFolder, 'migrations');
const lockFile = 'provider = "postgresql"\n';

const modelFiles = ['schema.prisma', ...readdirSync(path.join(prismaFolder, 'models')).map((file) => `models/${file}`)];
const models = modelFiles.map((file) => ({ path: file, content: readFileSync(path.join(prismaFolder, file), 'utf8') }));

/** Node has it; its types come only with a browser's. */
type Wasm = {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};
const { WebAssembly } = globalThis as unknown as { WebAssembly: Wasm };

type Engine = { diff(input: object): Promise<{ exitCode: number; stdout: string }> };

async function openEngine(): Promise<Engine> {
  // biome-ignore lint/suspicious/noExplicitAny: the glue of this package has no types
  const glue: any = await import('@prisma/schema-engine-wasm/schema_engine_bg' as string);
  const gluePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = new WebAssembly.Module(readFileSync(path.join(path.dirname(gluePath), 'schema_engine_bg.wasm')));
  const instance = new WebAssembly.Instance(wasm, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  const shadow = bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(new PGlite()) as never);
  return glue.SchemaEngine.new({ datamodels: models.map((file) => [file.path, file.content]) }, () => {}, shadow);
}

function committedMigrations() {
  const names = existsSync(migrationsFolder)
    ? readdirSync(migrationsFolder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort()
    : [];
  return {
    tag: 'migrations',
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: lockFile },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(migrationsFolder, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

const [argument = 'migration'] = process.argv.slice(2);
const engine = await openEngine();
const difference = await engine.diff({
  from: committedMigrations(),
  to: { tag: 'schemaDatamodel', files: models },
  script: true,
  exitCode: true,
  filters: { externalTables: [], externalEnums: [] },
});

if (difference.exitCode === 0) {
  console.log('Models and migrations agree.');
} else if (argument === '--check') {
  console.error(
    `The models have changes without a migration. Run: node scripts/new-migration.ts <name>\n${difference.stdout}`,
  );
  process.exitCode = 1;
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const name = `${stamp}_${argument.replace(/\W+/g, '_')}`;
  mkdirSync(path.join(migrationsFolder, name), { recursive: true });
  writeFileSync(path.join(migrationsFolder, name, 'migration.sql'), difference.stdout);
  writeFileSync(path.join(migrationsFolder, 'migration_lock.toml'), lockFile);
  console.log(`prisma/migrations/${name}/migration.sql`);
}
process.exit();
