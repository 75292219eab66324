import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase, withTenant } from './database.ts';
import { createScratchDatabase, MIGRATIONS } from './database-test-server.ts';
import { migrate } from './migrate.ts';
import { type JobDefinition, openQueue, type Queue, type QueueOptions } from './queue.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const log: QueueOptions['log'] = { info() {}, warn() {}, error() {} };
const Note = z.object({ text: z.string() });
type Note = z.infer<typeof Note>;

function describeQueue(open: () => Promise<Database>): void {
  let database: Database;
  const queues: Queue[] = [];

  beforeAll(async () => {
    database = await open();
    await migrate(database.owner, MIGRATIONS);
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.close(1_000)));
  });
  afterAll(() => database?.close());

  const newSchema = () => `queue_${randomUUID().slice(0, 8)}`;

  async function openWith(job: Partial<JobDefinition<Note>>, more: Partial<QueueOptions> = {}): Promise<Queue> {
    const definition: JobDefinition<Note> = { type: 'note', schema: Note, run: async () => {}, ...job };
    const queue = await openQueue({ database, log, jobs: [definition], schema: newSchema(), ...more });
    queues.push(queue);
    return queue;
  }

  const statsOf = async (queue: Queue) => {
    const [stats] = await queue.stats();
    const { queued, delayed, active, failed } = stats!;
    return { queued, delayed, active, failed };
  };

  test('a job is picked up at once and gets its payload, its id and the number of the attempt', async () => {
    const runs: unknown[] = [];
    const queue = await openWith({
      run: async (payload, job) => void runs.push([payload, job.attempt, typeof job.id]),
    });
    await queue.start();
    await sleep(300);
    const begun = performance.now();
    await queue.enqueue('note', { text: 'hello' });
    await expect.poll(() => runs, { interval: 5 }).toEqual([[{ text: 'hello' }, 1, 'string']]);
    expect(performance.now() - begun).toBeLessThan(1_000);
    await expect.poll(() => statsOf(queue)).toEqual({ queued: 0, delayed: 0, active: 0, failed: 0 });
  });

  test('a delayed job is found soon after it is due, also while another one goes on and on', async () => {
    const begun: string[] = [];
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const queue = await openWith({
      concurrency: 3,
      run: async ({ text }) => {
        begun.push(text);
        if (text === 'long') await over;
      },
    });
    await queue.start();
    await queue.enqueue('note', { text: 'long' });
    await expect.poll(() => begun).toEqual(['long']);
    const due = Date.now() + 1_000;
    for (const text of ['a', 'b']) await queue.enqueue('note', { text }, { runAt: new Date(due) });
    await expect.poll(() => begun.toSorted(), { timeout: 15_000 }).toEqual(['a', 'b', 'long']);
    expect(Date.now() - due).toBeLessThan(8_000);
    end();
  });

  test('a backlog is worked off without pauses, no job twice, and never more at a time than allowed', async () => {
    const seen: string[] = [];
    let active = 0;
    let peak = 0;
    const queue = await openWith({
      concurrency: 3,
      async run({ text }) {
        peak = Math.max(peak, ++active);
        await sleep(5);
        seen.push(text);
        active--;
      },
    });
    const texts = Array.from({ length: 60 }, (_, index) => `job ${index}`);
    await Promise.all(texts.map((text) => queue.enqueue('note', { text })));
    expect((await queue.stats())[0]).toMatchObject({ type: 'note', queued: 60 });
    const begun = performance.now();
    await queue.start();
    await expect.poll(() => seen.length, { timeout: 15_000 }).toBe(60);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(new Set(seen).size).toBe(60);
    expect(peak).toBe(3);
  });

  test('a payload of the wrong shape, or a job nobody knows, is refused when enqueued', async () => {
    const queue = await openWith({});
    await expect(queue.enqueue('note', { text: 7 })).rejects.toThrow(/type note cannot take this payload/);
    await expect(queue.enqueue('letter', {})).rejects.toThrow('No job is called "letter". There are: note.');
    expect(await statsOf(queue)).toEqual({ queued: 0, delayed: 0, active: 0, failed: 0 });
  });

  test('a payload that no longer fits when it is worked goes to the dead letters without being tried', async () => {
    const schema = newSchema();
    const before = await openWith({}, { schema });
    await before.enqueue('note', { text: 'old' });
    let runs = 0;
    const stricter = Note.extend({ author: z.string() });
    const after = await openWith({ schema: stricter, run: async () => void runs++ }, { schema });
    await after.start();
    await expect.poll(() => statsOf(after), { timeout: 5_000 }).toMatchObject({ queued: 0, failed: 1 });
    expect(runs).toBe(0);
    const [letter] = await after.failed('note');
    expect(letter).toMatchObject({ type: 'note', payload: { text: 'old' }, attempts: 1 });
    expect(letter!.error).toMatch(/Wrong payload/);
  });

  test('a job that fails is tried again with a delay, and succeeds', async () => {
    const attempts: [number, number][] = [];
    const queue = await openWith({
      retryDelay: 1,
      async run(_payload, { attempt }) {
        attempts.push([attempt, performance.now()]);
        if (attempt === 1) throw new Error('not yet');
      },
    });
    await queue.start();
    await queue.enqueue('note', { text: 'again' });
    await expect.poll(() => attempts.length, { timeout: 10_000 }).toBe(2);
    expect(attempts.map(([attempt]) => attempt)).toEqual([1, 2]);
    expect(attempts[1]![1] - attempts[0]![1]).toBeGreaterThan(400);
    await expect.poll(() => statsOf(queue)).toMatchObject({ queued: 0, delayed: 0, failed: 0 });
  });

  test('a job that keeps failing is kept among the dead letters, and can be given another life', async () => {
    let isBroken = true;
    let runs = 0;
    const queue = await openWith({
      retryLimit: 1,
      retryDelay: 0,
      async run() {
        runs++;
        if (isBroken) throw new Error('the upstream is down');
      },
    });
    await queue.start();
    await queue.enqueue('note', { text: 'doomed' });
    await expect.poll(() => queue.failed(), { timeout: 10_000 }).toHaveLength(1);
    const [letter] = await queue.failed('note');
    expect(letter).toMatchObject({ payload: { text: 'doomed' }, error: 'the upstream is down', attempts: 2 });
    expect(await queue.failed('other')).toEqual([]);
    expect(await statsOf(queue)).toMatchObject({ queued: 0, failed: 1 });
    isBroken = false;
    expect(await queue.retryFailed('note')).toBe(1);
    await expect.poll(() => runs, { timeout: 5_000 }).toBe(3);
    expect(await queue.failed()).toEqual([]);
  });

  test('while a job with the same key waits or runs a second is not added; afterwards it is', async () => {
    let runs = 0;
    const gate = Promise.withResolvers<void>();
    const queue = await openWith({
      async run() {
        runs++;
        await gate.promise;
      },
    });
    const enqueue = (key?: string) => queue.enqueue('note', { text: 'x' }, key === undefined ? {} : { key });
    await Promise.all([enqueue('one'), enqueue('one'), enqueue('one')]);
    expect((await statsOf(queue)).queued).toBe(1);
    await enqueue('two');
    await enqueue();
    await enqueue();
    expect((await statsOf(queue)).queued).toBe(4);
    await queue.start();
    await expect.poll(() => statsOf(queue)).toMatchObject({ active: 2 });
    await enqueue('one');
    expect(await statsOf(queue)).toMatchObject({ queued: 2, active: 2 });
    gate.resolve();
    await expect.poll(() => statsOf(queue)).toMatchObject({ queued: 0, active: 0 });
    expect(runs).toBe(4);
    await enqueue('one');
    await expect.poll(() => runs).toBe(5);
  });

  test('a job for later waits for its time', async () => {
    const ran: number[] = [];
    const queue = await openWith({ run: async () => void ran.push(Date.now()) });
    await queue.start();
    const runAt = new Date(Date.now() + 1_500);
    await queue.enqueue('note', { text: 'later' }, { runAt });
    expect(await statsOf(queue)).toMatchObject({ queued: 0, delayed: 1 });
    await expect.poll(() => ran.length, { timeout: 8_000 }).toBe(1);
    expect(ran[0]).toBeGreaterThanOrEqual(runAt.getTime() - 50);
  });

  test('a job enqueued in a transaction exists if and only if the data does', async () => {
    const tenantId = randomUUID();
    await database.system.tenant.create({ data: { id: tenantId, slug: tenantId, name: '' } });
    const ran: string[] = [];
    const queue = await openWith({ run: async ({ text }) => void ran.push(text) });
    await queue.start();
    const writeAndEnqueue = (slug: string, fails: boolean) =>
      withTenant(tenantId, () =>
        database.app.$transaction(async (transaction) => {
          await transaction.workspace.create({ data: { tenantId, slug, name: '' } });
          await queue.enqueue('note', { text: slug }, { transaction });
          await sleep(100);
          expect(ran).not.toContain(slug);
          if (fails) throw new Error('undo');
        }),
      );
    await expect(writeAndEnqueue('undone', true)).rejects.toThrow('undo');
    await writeAndEnqueue('done', false);
    await expect.poll(() => ran).toEqual(['done']);
    await sleep(100);
    expect(ran).toEqual(['done']);
    expect(await database.system.workspace.count({ where: { tenantId } })).toBe(1);
  });

  test('close lets a running job end, and hands back one that takes too long', async () => {
    const ended: string[] = [];
    const aborted: string[] = [];
    const schema = newSchema();
    const queue = await openWith(
      {
        async run({ text }, { signal }) {
          signal.addEventListener('abort', () => aborted.push(text));
          await sleep(text === 'short' ? 400 : 60_000, undefined, { signal });
          ended.push(text);
        },
      },
      { schema },
    );
    await queue.start();
    await queue.enqueue('note', { text: 'short' });
    await queue.enqueue('note', { text: 'long' });
    await expect.poll(() => statsOf(queue)).toMatchObject({ active: 2 });
    await queue.close(1_500);
    expect(ended).toEqual(['short']);
    expect(aborted).toContain('long');
    const again: number[] = [];
    const next = await openWith({ run: async (_payload, { attempt }) => void again.push(attempt) }, { schema });
    await next.start();
    await expect.poll(() => again, { timeout: 8_000 }).toEqual([2]);
  });

  test('a job with a schedule starts by itself, and no more when its definition is gone', async () => {
    let ticks = 0;
    const schema = newSchema();
    const Empty = z.object({}) as unknown as typeof Note;
    const queue = await openWith({ schema: Empty, cron: '* * * * *', run: async () => void ticks++ }, { schema });
    await queue.start();
    const schedules = () => database.owner.query(`SELECT name, cron, timezone FROM ${schema}.schedule`);
    expect((await schedules()).rows).toEqual([{ name: 'note', cron: '* * * * *', timezone: 'UTC' }]);
    await expect.poll(() => ticks, { timeout: 30_000, interval: 200 }).toBe(1);
    const next = await openWith({}, { schema });
    await next.start();
    expect((await schedules()).rows).toEqual([]);
  }, 40_000);

  test('a schedule needs a payload that may be empty, and every type its own name', async () => {
    await expect(openWith({ cron: '* * * * *' })).rejects.toThrow(/"note" starts by itself/);
    const job: JobDefinition<Note> = { type: 'note', schema: Note, run: async () => {} };
    await expect(openWith({}, { jobs: [job, job] })).rejects.toThrow('Two jobs are called "note".');
  });

  test('a process that only enqueues leaves the work to one that works', async () => {
    const schema = newSchema();
    const ran: string[] = [];
    const run: JobDefinition<Note>['run'] = async ({ text }) => void ran.push(text);
    const [sender, worker] = [
      await openWith({ run }, { schema, onlyEnqueue: true }),
      await openWith({ run }, { schema }),
    ];
    await expect(sender.start()).rejects.toThrow(/only enqueues/);
    await worker.start();
    await sender.enqueue('note', { text: 'from afar' });
    await expect.poll(() => ran).toEqual(['from afar']);
  });
}

const [databaseModule, queueModule] = ['./database.ts', './queue.ts'].map((file) =>
  JSON.stringify(new URL(file, import.meta.url).href),
);
const HANGING_WORKER = `
  import { openDatabase } from ${databaseModule};
  import { openQueue } from ${queueModule};
  import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
  const database = await openDatabase({ url: process.argv[1], folder: null });
  const run = () => new Promise(() => console.log('running'));
  const log = { info() {}, warn() {}, error() {} };
  const queue = await openQueue({ database, log, jobs: [{ type: 'note', schema: z.any(), run }], schema: 'killed' });
  await queue.start();
`;

// Where PostgreSQL is tried, the embedded one has been tried before.
if (process.env.TEST_DATABASE !== 'postgres')
  describe('on the embedded database', () => describeQueue(() => openDatabase({ folder: null })));

describe.skipIf(!serverUrl)('on PostgreSQL', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  beforeAll(async () => {
    scratch = await createScratchDatabase(serverUrl!);
  });
  afterAll(() => scratch?.drop());

  describeQueue(() => openDatabase({ url: scratch.url, folder: null }));

  test('a job whose worker was killed is taken up by another within twenty seconds', async () => {
    const database = await openDatabase({ url: scratch.url, folder: null });
    await migrate(database.owner, MIGRATIONS);
    const attempts: number[] = [];
    const run: JobDefinition<Note>['run'] = async (_payload, { attempt }) => void attempts.push(attempt);
    const queue = await openQueue({ database, log, jobs: [{ type: 'note', schema: Note, run }], schema: 'killed' });
    const child = spawn(process.execPath, ['--input-type=module', '--eval', HANGING_WORKER, scratch.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await queue.enqueue('note', { text: 'important' });
    expect(String((await once(child.stdout, 'data'))[0])).toBe('running\n');
    child.kill('SIGKILL');
    const killedAt = performance.now();
    await queue.start();
    await expect.poll(() => attempts, { timeout: 25_000, interval: 100 }).toEqual([2]);
    expect(performance.now() - killedAt).toBeLessThan(20_000);
    await queue.close();
    await database.close();
  }, 40_000);

  test('the serving role may add jobs but not read or change them', async () => {
    const database = await openDatabase({ url: scratch.url, folder: null });
    await migrate(database.owner, MIGRATIONS);
    const job: JobDefinition<Note> = { type: 'note', schema: Note, run: async () => {} };
    const queue = await openQueue({ database, log, jobs: [job], schema: 'closed', onlyEnqueue: true });
    await database.app.$transaction((transaction) => queue.enqueue('note', { text: 'mine' }, { transaction }));
    expect((await queue.stats())[0]!.queued).toBe(1);
    for (const sql of [
      'SELECT data FROM closed.job_common',
      'SELECT data FROM closed.job',
      'DELETE FROM closed.job_common',
    ]) {
      await expect(database.serving.query(sql)).rejects.toThrow('permission denied');
    }
    await queue.close();
    await database.close();
  });
});
