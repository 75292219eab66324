import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { type PrivatePostgres, postgresBinaries, query, startPostgres } from './private-postgres.ts';
import { cleanUp, makeFolder, readLine, start, waitUntil } from './process-kit.ts';
import { author, EXECUTE } from './upstream.ts';
import { ask } from './wire-client.ts';

const WRITERS = 64;
const KILLS = 3;
/** Two looks of whoever looks after runs, on a busy machine. */
const PROMISED_MS = 20_000;

let postgres: PrivatePostgres | undefined;
afterAll(async () => {
  await cleanUp();
  await postgres?.close();
});

// Without the programs of PostgreSQL this is reported as skipped.
describe.skipIf(!postgresBinaries)('PostgreSQL that is killed under load', () => {
  it(`loses no acknowledged run, and leaves none that never ends, ${KILLS} times`, async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase('crash');
    const DATA_DIR = makeFolder();
    const settings = { DATABASE_URL: url, TOOLCRIB_MASTER_KEY: randomBytes(32).toString('base64'), DATA_DIR };
    const running = await start(settings);
    const key = readLine(DATA_DIR, 'owner.key');
    await author(running.url, key, 'say', { kind: 'static', output: { said: true } });

    const acknowledged: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count++) {
        const input = { slug: 'say', input: { word: `${writer}.${count}` } };
        const { data } = await ask(running.url, { key }, EXECUTE, { input });
        if (data?.executeTool?.run?.status === 'SUCCESS') acknowledged.push(data.executeTool.run.id);
        else await sleep(100);
      }
    };
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acknowledged.length;
      await waitUntil(() => acknowledged.length > before + WRITERS, 30_000, running.output);
      await postgres.kill();
      await sleep(500);
      await postgres.boot();
      const back = acknowledged.length;
      await waitUntil(() => acknowledged.length > back, 10_000, running.output);
    }
    isOver = true;
    await Promise.all(writing);

    const openRuns = async () =>
      (await query(url, "SELECT id FROM run_heads WHERE state <> 'ended' AND tool_slug = 'say'")).rowCount;
    await waitUntil(async () => (await openRuns()) === 0, PROMISED_MS);
    const { rows } = await query(url, "SELECT id FROM run_heads WHERE outcome = 'success'");
    const found = new Set(rows.map(({ id }: { id: string }) => toNodeId('ToolRun', id)));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    const gaps = await query(
      url,
      'SELECT tenant_id FROM session_events GROUP BY tenant_id HAVING max(pos) <> count(*) OR min(pos) <> 1',
    );
    expect(gaps.rows).toEqual([]);
    expect(await running.stop()).toEqual({ code: 0, signal: null });
  }, 240_000);
});
