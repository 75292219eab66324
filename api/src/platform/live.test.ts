import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createScratchDatabase, openProxy } from './database-test-server.ts';
import { type Bell, type Live, type LiveOptions, openLive } from './live.ts';
import type { LiveLog } from './live-bell.ts';

const silentLog: LiveLog = { info() {}, warn() {}, error() {} };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function open(options: LiveOptions): Promise<Live> {
  const live = await openLive(options);
  cleanups.push(() => live.close());
  return live;
}

function collect(live: Live): Bell[] {
  const bells: Bell[] = [];
  live.listen((bell) => bells.push(bell));
  return bells;
}

const bell = (tenantId: string, model: string, id: string): Bell => ({ tenantId, model, id });
const everything = bell('*', '*', '*');

describe('in one process', () => {
  test('a listener has heard the bell when ring returns, and nothing after it left', async () => {
    const live = await open({ kind: 'memory' });
    const heard: Bell[] = [];
    const leave = live.listen((heardBell) => heard.push(heardBell));
    live.ring('red', 'Role', '1');
    expect(heard).toEqual([bell('red', 'Role', '1')]);
    leave();
    live.ring('red', 'Role', '2');
    expect(heard).toHaveLength(1);
  });

  test('a listener that throws is logged, and neither the others nor the caller notice', async () => {
    const errors: unknown[] = [];
    const live = await open({
      kind: 'memory',
      log: { ...silentLog, error: (details: unknown) => errors.push(details) },
    });
    live.listen(() => {
      throw new Error('broken');
    });
    const heard = collect(live);
    live.ring('red', 'Role', '1');
    expect(heard).toHaveLength(1);
    expect(errors).toEqual([{ err: new Error('broken'), model: 'Role' }]);
  });

  test('a follower hears its own tenant and its own models from the call on, before it begins to read', async () => {
    const live = await open({ kind: 'memory' });
    const bells = live.follow('red', { models: ['Role', 'Member'] });
    live.ring('blue', 'Role', '1');
    live.ring('red', 'Secret', '2');
    live.ring('red', 'Role', '3');
    live.ring('red', 'Member', '4');
    expect((await bells.next()).value).toEqual(bell('red', 'Role', '3'));
    expect((await bells.next()).value).toEqual(bell('red', 'Member', '4'));
    const waiting = bells.next();
    live.ring('red', 'Role', '5');
    expect((await waiting).value).toEqual(bell('red', 'Role', '5'));
  });

  test('equal bells that wait are one', async () => {
    const live = await open({ kind: 'memory' });
    const bells = live.follow('red');
    for (let times = 0; times < 1_000; times++) live.ring('red', 'Role', '1');
    live.ring('red', 'Role', '2');
    expect((await bells.next()).value).toEqual(bell('red', 'Role', '1'));
    expect((await bells.next()).value).toEqual(bell('red', 'Role', '2'));
  });

  test('a reader that is too slow is told to read everything, once, and goes on after that', async () => {
    const live = await open({ kind: 'memory' });
    const bells = live.follow('red', { models: ['Role'] });
    for (let id = 0; id < 10_000; id++) live.ring('red', 'Role', String(id));
    expect((await bells.next()).value).toEqual(bell('red', '*', '*'));
    const waiting = bells.next();
    live.ring('red', 'Role', 'next');
    expect((await waiting).value).toEqual(bell('red', 'Role', 'next'));
  });

  test('a bell for everything reaches every follower, whatever models it wants', async () => {
    const live = await open({ kind: 'memory' });
    const bells = live.follow('red', { models: ['Role'] });
    live.ring('*', '*', '*');
    expect((await bells.next()).value).toEqual(bell('red', '*', '*'));
  });

  test('a bell for every tenant reaches those who want its model, as one of their own', async () => {
    const live = await open({ kind: 'memory' });
    const followers = ['red', 'blue'].map((tenant) => live.follow(tenant, { models: ['Tool'] }));
    const stranger = live.follow('red', { models: ['Role'] });
    const early = followers[0]!.next();
    live.ring('*', 'Tool', '1');
    live.ring('red', 'Role', '2');
    expect((await early).value).toEqual(bell('red', 'Tool', '1'));
    expect((await followers[1]!.next()).value).toEqual(bell('blue', 'Tool', '1'));
    expect((await stranger.next()).value).toEqual(bell('red', 'Role', '2'));
  });

  test('following ends with its signal, with its loop, and when all of it is ended', async () => {
    const live = await open({ kind: 'memory' });
    const controller = new AbortController();
    const aborted = live.follow('red', { signal: controller.signal }).next();
    controller.abort();
    expect(await aborted).toEqual({ value: undefined, done: true });
    expect(await live.follow('red', { signal: AbortSignal.abort() }).next()).toEqual({ value: undefined, done: true });

    const broken = live.follow('red');
    live.ring('red', 'Role', '1');
    for await (const heard of broken) {
      expect(heard.id).toBe('1');
      break;
    }
    expect(await broken.next()).toEqual({ value: undefined, done: true });

    const unread = live.follow('red').next();
    live.endFollowing();
    expect(await unread).toEqual({ value: undefined, done: true });
    expect(await live.follow('red').next()).toEqual({ value: undefined, done: true });
  });
});

function describeTwoProcesses(openTwo: () => Promise<[Live, Live]>): void {
  test('a bell rung in one is heard in the other, and in its own only once', async () => {
    const [here, there] = await openTwo();
    const heardHere = collect(here);
    const heardThere = collect(there);
    here.ring('red', 'Role', '1');
    await expect.poll(() => heardThere).toEqual([bell('red', 'Role', '1')]);
    there.ring('blue', 'Member', '2');
    await expect.poll(() => heardHere).toEqual([bell('red', 'Role', '1'), bell('blue', 'Member', '2')]);
    await sleep(50);
    expect(heardHere).toHaveLength(2);
    expect(heardThere).toHaveLength(2);
  });

  test('a bell for every tenant arrives as such, and is no bell for everything', async () => {
    const [here, there] = await openTwo();
    const heard = collect(there);
    const blue = there.follow('blue', { models: ['Tool'] }).next();
    here.ring('*', 'Tool', '1');
    await expect.poll(() => heard).toEqual([bell('*', 'Tool', '1')]);
    expect((await blue).value).toEqual(bell('blue', 'Tool', '1'));
  });

  test('many bells of one moment all arrive, equal ones merged', async () => {
    const [here, there] = await openTwo();
    const heard = collect(there);
    const ids = Array.from({ length: 500 }, () => randomUUID());
    for (const id of [...ids, ...ids]) here.ring('red', 'Role', id);
    await expect.poll(() => heard.length).toBe(500);
    expect(heard.map(({ id }) => id)).toEqual(ids);
  });

  test('a flood becomes one bell for everything', async () => {
    const [here, there] = await openTwo();
    const heard = collect(there);
    for (let id = 0; id < 6_000; id++) here.ring('red', 'Role', String(id));
    await expect.poll(() => heard).toEqual([everything]);
  });

  test('what was rung just before close is still sent', async () => {
    const [here, there] = await openTwo();
    const heard = collect(there);
    here.ring('red', 'Role', 'last');
    await here.close();
    await expect.poll(() => heard).toEqual([bell('red', 'Role', 'last')]);
  });
}

const serverUrl = process.env.TEST_DATABASE_URL;

describe.skipIf(!serverUrl)('between processes through PostgreSQL', () => {
  async function openScratch(): Promise<string> {
    const scratch = await createScratchDatabase(serverUrl!);
    cleanups.push(() => scratch.drop());
    return scratch.url;
  }

  async function openOn(url: string): Promise<Live> {
    const database: Database = await openDatabase({ url, folder: null });
    cleanups.push(() => database.close());
    return open({ kind: 'postgres', database, log: silentLog });
  }

  describeTwoProcesses(async () => {
    const url = await openScratch();
    return [await openOn(url), await openOn(url)];
  });

  test('nothing crosses from one database to another', async () => {
    const [here, there] = [await openOn(await openScratch()), await openOn(await openScratch())];
    const heard = collect(there);
    here.ring('red', 'Role', '1');
    await sleep(200);
    expect(heard).toEqual([]);
  });

  test('after a cut it says so, tells listeners to read everything, and hears again', async () => {
    const url = await openScratch();
    const proxy = await openProxy(url);
    cleanups.push(() => proxy.close());
    const [here, there] = [await openOn(url), await openOn(proxy.url)];
    const heard = collect(there);
    const heardHere = collect(here);
    await proxy.shut();
    await expect.poll(() => there.healthy()).toBe(false);
    here.ring('red', 'Role', 'missed');
    there.ring('blue', 'Role', 'held back');
    await proxy.reopen();
    await expect.poll(() => there.healthy(), { timeout: 5_000 }).toBe(true);
    await expect.poll(() => heard).toContainEqual(everything);
    here.ring('red', 'Role', 'heard');
    await expect.poll(() => heard).toContainEqual(bell('red', 'Role', 'heard'));
    await expect.poll(() => heardHere, { timeout: 5_000 }).toContainEqual(bell('blue', 'Role', 'held back'));
  });
});

const redisUrl = process.env.TEST_REDIS_URL;

describe.skipIf(!redisUrl)('between processes through Redis', () => {
  const openOn = (url: string, channel: string) => open({ kind: 'redis', url, log: silentLog, channel });

  describeTwoProcesses(async () => {
    const channel = randomUUID();
    return [await openOn(redisUrl!, channel), await openOn(redisUrl!, channel)];
  });

  test('a channel can be named after the database that the processes share', async () => {
    const [one, other] = await Promise.all([openDatabase({ folder: null }), openDatabase({ folder: null })]);
    cleanups.push(() => Promise.all([one.close(), other.close()]));
    const openFor = (database: Database) => open({ kind: 'redis', url: redisUrl!, log: silentLog, database });
    const [here, there, elsewhere] = [await openFor(one), await openFor(one), await openFor(other)];
    const [heard, strayed] = [collect(there), collect(elsewhere)];
    here.ring('red', 'Role', '1');
    await expect.poll(() => heard).toHaveLength(1);
    await sleep(50);
    expect(strayed).toEqual([]);
  });

  test('nothing crosses from one channel to another', async () => {
    const [here, there] = [await openOn(redisUrl!, randomUUID()), await openOn(redisUrl!, randomUUID())];
    const heard = collect(there);
    here.ring('red', 'Role', '1');
    await sleep(200);
    expect(heard).toEqual([]);
  });

  test.each(['cut', 'silent'])(
    'after it was %s it says so, tells listeners to read everything, and hears again',
    async (how) => {
      const channel = randomUUID();
      const proxy = await openProxy(redisUrl!);
      cleanups.push(() => proxy.close());
      const [here, there] = [await openOn(redisUrl!, channel), await openOn(proxy.url, channel)];
      const heard = collect(there);
      if (how === 'cut') await proxy.shut();
      else proxy.silence();
      await expect.poll(() => there.healthy(), { timeout: 6_000 }).toBe(false);
      here.ring('red', 'Role', 'missed');
      there.ring('blue', 'Role', 'held back');
      const heardHere = collect(here);
      if (how === 'cut') await proxy.reopen();
      else proxy.speak();
      await expect.poll(() => heard, { timeout: 8_000 }).toContainEqual(everything);
      expect(there.healthy()).toBe(true);
      here.ring('red', 'Role', 'heard');
      await expect.poll(() => heard).toContainEqual(bell('red', 'Role', 'heard'));
      await expect.poll(() => heardHere, { timeout: 5_000 }).toContainEqual(bell('blue', 'Role', 'held back'));
    },
  );

  test('a Redis that cannot be reached at the start is named, with what to do', async () => {
    const begun = performance.now();
    await expect(openLive({ kind: 'redis', url: 'redis://127.0.0.1:1', log: silentLog })).rejects.toThrow(
      /Redis at 127\.0\.0\.1:1 cannot be reached .* correct REDIS_URL/,
    );
    expect(performance.now() - begun).toBeLessThan(6_000);
  });
});
