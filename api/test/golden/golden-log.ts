import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../src/app.ts';

const FOLDER = path.join(import.meta.dirname, 'logs');
const TABLES = ['sessions', 'session_events', 'run_heads', 'log_heads'] as const;

/** A row with every column as text, exactly as the database holds it. */
type TextRow = Record<string, string | null>;
export type GoldenLog = {
  tenantId: string;
  /** What the release that wrote it made of each run. */
  runs: Record<string, unknown>[];
} & Record<(typeof TABLES)[number], TextRow[]>;

/** The logs of all releases, by their versions. */
export const readGoldenLogs = (): [release: string, log: GoldenLog][] =>
  readdirSync(FOLDER).map((file) => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')),
  ]);

async function readText({ database }: App, table: string, tenantId: string): Promise<TextRow[]> {
  const { rows: columns } = await database.owner.query<{ name: string }>(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema() ORDER BY ordinal_position',
    [table],
  );
  const list = columns.map(({ name }) => `"${name}"::text`).join(', ');
  const { rows } = await database.owner.query<TextRow>(
    `SELECT ${list} FROM "${table}" WHERE tenant_id = $1 ORDER BY ${table === 'session_events' ? 'pos' : '1'}`,
    [tenantId],
  );
  return rows;
}

/** For a new release: keeps a log as it is stored now. A log that was released is never written again. */
export async function recordGoldenLog(app: App, release: string, log: Pick<GoldenLog, 'tenantId' | 'runs'>) {
  const tables = await Promise.all(TABLES.map(async (table) => [table, await readText(app, table, log.tenantId)]));
  const text = JSON.stringify({ ...log, ...Object.fromEntries(tables) }, null, 2);
  writeFileSync(path.join(FOLDER, `${release}.json`), `${text}\n`, { flag: 'wx' });
}

/** Puts a log into the database as it was stored then. Columns that came later have what their migration gives them. */
export async function restoreGoldenLog({ database }: App, log: GoldenLog): Promise<void> {
  await database.owner.query('INSERT INTO tenants (id, slug, name, updated_at) VALUES ($1, $2, $2, now())', [
    log.tenantId,
    `golden-${log.tenantId.slice(-6)}`,
  ]);
  for (const table of TABLES) {
    for (const row of log[table]) {
      const columns = Object.keys(row);
      const places = columns.map((_column, at) => `$${at + 1}`).join(', ');
      const names = columns.map((column) => `"${column}"`).join(', ');
      await database.owner.query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, Object.values(row));
    }
  }
}
