import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';

const RESULTS = path.join(import.meta.dirname, 'results');

export type Row = Record<string, string | number>;
export type Table = { title: string; rows: Row[] };
/** What each `*.bench.ts` exports. */
export type Bench = { run(): Promise<Table[]> };

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

function toMarkdown({ title, rows }: Table): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: unknown[]) => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) => line(columns.map((column) => row[column] ?? '—')));
  return [`## ${title}`, '', line(columns), line(columns.map(() => '---')), ...body, ''].join('\n');
}

/** Shows the tables and keeps them below `results/`, where the next run replaces them. */
export function report(name: string, tables: Table[]): void {
  mkdirSync(RESULTS, { recursive: true });
  for (const { title, rows } of tables) {
    console.log(`\n${title}`);
    console.table(rows);
  }
  const machine = { cores: availableParallelism(), load: round(loadavg()[0]!, 1), node: process.version };
  writeFileSync(path.join(RESULTS, `${name}.md`), tables.map(toMarkdown).join('\n'));
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify({ machine, tables }, null, 2)}\n`);
}
