import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { createScratchDatabase } from '../../src/platform/database-test-server.ts';
import { query } from './private-postgres.ts';
import { cleanUp, makeFolder, type Running, readLine, type Settings, start, waitUntil } from './process-kit.ts';
import { author, authorHit, EXECUTE, openUpstream, RUN, type Upstream } from './upstream.ts';
import { ask, follow, get } from './wire-client.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const redisUrl = process.env.TEST_REDIS_URL;
const SETTINGS: Record<string, Settings> = {
  'PostgreSQL NOTIFY': {},
  ...(redisUrl && { Redis: { REDIS_URL: redisUrl } }),
};
const WRITERS = 16;
const EACH = 25;
const CANCEL = 'mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome run { status } } }';

afterAll(cleanUp);

// Without TEST_DATABASE_URL each of these is reported as skipped.
describe.skipIf(!serverUrl).each(Object.entries(SETTINGS))('two processes, told of each other by %s', (_name, bell) => {
  const folders = [makeFolder(), makeFolder()];
  const masterKey = randomBytes(32).toString('base64');
  let upstream: Upstream;
  let database: { url: string; drop(): Promise<void> };
  let both: Running[];
  let owner: { key: string };

  beforeAll(async () => {
    upstream = await openUpstream();
    database = await createScratchDatabase(serverUrl!);
    const shared = { DATABASE_URL: database.url, TOOLCRIB_MASTER_KEY: masterKey, ...upstream.settings, ...bell };
    both = await Promise.all(folders.map((DATA_DIR) => start({ ...shared, DATA_DIR })));
    const seeder = folders.find((folder) => existsSync(path.join(folder, 'owner.key')))!;
    owner = { key: readLine(seeder, 'owner.key') };
    await authorHit(both[0]!.url, owner.key, upstream);
    await author(both[0]!.url, owner.key, 'say', { kind: 'static', output: { said: true } });
    // The other process hears of new tools a moment later.
    await waitUntil(async () => (await execute(1, 'say', 'ready')).run?.status === 'SUCCESS', 10_000);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(both?.map((running) => running.stop()) ?? []);
    await database?.drop();
    await upstream?.close();
  }, 60_000);

  const execute = async (at: number, slug: string, word: string, mode = 'WAIT') => {
    const { data } = await ask(both[at]!.url, owner, EXECUTE, { input: { slug, input: { word }, mode } });
    return data?.executeTool ?? {};
  };
  type Told = { toolEvents: { id: string; sessionId: string; seq: number } };

  it(`readers of both miss nothing and hear nothing twice while ${WRITERS} write, all in one order`, async () => {
    const { run } = await execute(0, 'say', 'first');
    const first = follow(
      both[0]!.url,
      owner,
      `subscription { sessionEvents(sessionId: "${run.sessionId}") { id cursor } }`,
    );
    await waitUntil(() => first.heard.length === 2, 10_000);
    first.end();
    const [, { sessionEvents: last }] = first.heard as { sessionEvents: { id: string; cursor: string } }[] as [
      unknown,
      { sessionEvents: { id: string; cursor: string } },
    ];
    const QUERY = `subscription { toolEvents(after: "${last.cursor}") { id sessionId seq } }`;
    const readers = both.map(({ url }) => follow(url, owner, QUERY));
    await Promise.all(readers.map((reader) => reader.connected));

    const write = async (writer: number) => {
      for (let count = 0; count < EACH; count++)
        expect((await execute(writer % 2, 'say', `${writer}.${count}`)).run.status).toBe('SUCCESS');
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    const late = follow(both[1]!.url, owner, QUERY);
    const enough = WRITERS * EACH * 2;
    const all = [...readers, late];
    await waitUntil(
      () => all.every(({ heard }) => heard.length >= enough),
      15_000,
      () => all.map(({ heard }) => heard.length).join(),
    );
    await sleep(300);
    for (const reader of all) reader.end();

    const { rows } = await query(database.url, 'SELECT id, run_id, pos FROM session_events ORDER BY pos');
    const log = rows.map(({ id, run_id }: { id: string; run_id: string | null }) =>
      toNodeId(id === run_id ? 'ToolRun' : 'SessionEvent', id),
    );
    const expected = log.slice(log.indexOf(last.id) + 1);
    for (const { heard } of all) expect((heard as Told[]).map(({ toolEvents }) => toolEvents.id)).toEqual(expected);
    expect(expected).toHaveLength(enough);
  }, 120_000);

  it('one stops what the other runs within a second', async () => {
    const waiting = execute(0, 'hit', 'held-cancel');
    await waitUntil(() => upstream.of('held-cancel') === 1, 15_000);
    const { toolRuns } = await get(
      both[1]!.url,
      owner,
      '{ toolRuns(filter: { toolSlug: "hit" }) { edges { node { id } } } }',
    );
    const cancelled = await get(both[1]!.url, owner, CANCEL, { id: toolRuns.edges[0].node.id });
    expect(cancelled.cancelToolRun).toEqual({ outcome: 'CANCELLED', run: { status: 'CANCELLED' } });
    await waitUntil(() => upstream.wasCut('held-cancel'), 1_000);
    expect((await waiting).run.status).toBe('CANCELLED');
  }, 60_000);

  it('what nobody waits for is done once, by either', async () => {
    const words = Array.from({ length: 20 }, (_, at) => `async-${at}`);
    const runs = await Promise.all(words.map((word, at) => execute(at % 2, 'hit', word, 'ASYNC')));
    for (const { run } of runs)
      await waitUntil(
        async () => (await get(both[1]!.url, owner, RUN, { id: run.id })).toolRun.status === 'SUCCESS',
        15_000,
      );
    expect(words.map(upstream.of)).toEqual(Array(20).fill(1));
  }, 60_000);

  it('the one that lives ends what a killed one was doing, in time', async () => {
    void execute(0, 'hit', 'held-killed').catch(() => {});
    await waitUntil(() => upstream.of('held-killed') === 1, 15_000);
    const { toolRuns } = await get(
      both[1]!.url,
      owner,
      '{ toolRuns(filter: { toolSlug: "hit", status: RUNNING }) { edges { node { id } } } }',
    );
    const { id } = toolRuns.edges[0].node;
    await both[0]!.kill();
    await waitUntil(async () => (await get(both[1]!.url, owner, RUN, { id })).toolRun.status === 'ERROR', 20_000);
    expect((await get(both[1]!.url, owner, RUN, { id })).toolRun.error.code).toBe('OUTCOME_UNKNOWN');
    expect(upstream.of('held-killed')).toBe(1);
  }, 60_000);
});
