import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

const KILLS = Number(process.env.SOAK_KILLS ?? 10);
const WRITERS = 3;

const pgliteModule = JSON.stringify(new URL('./pglite-pool.ts', import.meta.url).href);
const pgModule = JSON.stringify(import.meta.resolve('pg'));

/** Each writer counts upwards in two tables with one transaction, and says so after every commit. */
const PROGRAM = `
  import { openPglite } from ${pgliteModule};
  import pg from ${pgModule};
  const server = await openPglite(process.argv[1]);
  const pool = new pg.Pool(server.connection);
  await pool.query('CREATE TABLE IF NOT EXISTS entries (writer int, seq int, PRIMARY KEY (writer, seq))');
  await pool.query('CREATE TABLE IF NOT EXISTS totals (writer int PRIMARY KEY, count int)');
  const { rows } = await pool.query(
    'SELECT e.writer, count(*)::int AS entries, max(e.seq) AS last, max(t.count) AS total' +
    ' FROM entries e LEFT JOIN totals t USING (writer) GROUP BY e.writer');
  console.log(JSON.stringify({ found: rows }));
  for (let writer = 0; writer < ${WRITERS}; writer++) write(writer, rows.find((row) => row.writer === writer)?.last ?? 0);
  async function write(writer, last) {
    for (let seq = last + 1; ; seq++) {
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query('INSERT INTO entries VALUES ($1, $2)', [writer, seq]);
      await client.query('INSERT INTO totals VALUES ($1, $2) ON CONFLICT (writer) DO UPDATE SET count = $2', [writer, seq]);
      await client.query('COMMIT');
      client.release();
      console.log(JSON.stringify({ writer, seq }));
    }
  }
`;

type Found = { writer: number; entries: number; last: number; total: number };

test(
  `nothing acknowledged is lost when the process is killed ${KILLS} times while it writes`,
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'pglite-crash-'));
    const acknowledged = new Array<number>(WRITERS).fill(0);
    let child: ChildProcess | undefined;
    try {
      for (let kill = 0; kill <= KILLS; kill++) {
        child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, folder], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const lines = createInterface({ input: child.stdout! });
        const [opened = 'null'] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
        const { found } = JSON.parse(opened) as { found: Found[] };
        for (const { writer, entries, last, total } of found) {
          expect(entries, 'no entry is missing in between').toBe(last);
          expect(total, 'both tables tell the same').toBe(last);
          expect(last, 'what was acknowledged is there').toBeGreaterThanOrEqual(acknowledged[writer]!);
        }
        if (kill > 0) expect(found.map(({ writer }) => writer).sort()).toEqual([0, 1, 2]);
        lines.on('line', (line) => {
          const { writer, seq } = JSON.parse(line);
          acknowledged[writer] = seq;
        });
        while (Math.min(...acknowledged) === 0) await sleep(5);
        await sleep(Math.random() * 250);
        const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]);
        child.kill('SIGKILL');
        await ended;
      }
      expect(Math.min(...acknowledged)).toBeGreaterThan(KILLS);
    } finally {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000 + KILLS * 6_000,
);
