import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { MIGRATIONS } from '../src/platform/database-test-server.ts';
import { migrate } from '../src/platform/migrate.ts';

/** Of the migrations, and of the engine, whose files are its own. */
function fingerprint(): string {
  const hash = createHash('sha256').update(import.meta.resolve('@electric-sql/pglite'));
  const files = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  for (const file of files.sort()) hash.update(file).update(readFileSync(path.join(MIGRATIONS, file)));
  return hash.digest('hex').slice(0, 16);
}

/** What `migrate` needs of a pool, on an engine in this thread. */
function poolOver(engine: PGlite): Parameters<typeof migrate>[0] {
  const query = async (text: string, values?: unknown[]) => {
    if (values) return engine.query(text, values);
    return (await engine.exec(text)).at(-1) ?? { rows: [] };
  };
  return { connect: async () => ({ query, release() {} }) } as never;
}

/**
 * An embedded database with all migrations, as an archive: to begin with a copy takes a tenth of the time that it takes
 * to make one. Made by whoever comes first.
 */
export async function findMigratedSnapshot(): Promise<string> {
  const file = path.join(tmpdir(), `toolcrib-migrated-${fingerprint()}.tar`);
  if (existsSync(file)) return file;
  const engine = await PGlite.create();
  await migrate(poolOver(engine), MIGRATIONS);
  const archive = await engine.dumpDataDir('none');
  await engine.close();
  // Whole, or not there at all, for others who look for it at the same moment; and never another one in its place.
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, await archive.bytes());
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
  return file;
}
