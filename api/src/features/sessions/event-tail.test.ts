import { describe, expect, it } from 'vitest';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database.ts';
import { openLive } from '#platform/live.ts';
import { cutPage, type Page, type SizedEvent } from './event-page.ts';
import { openTail } from './event-tail.ts';
import { openEventTails } from './event-tails.ts';
import { createKeptBudget } from './kept-budget.ts';

const event = (pos: number, bytes = 100) =>
  ({ pos: BigInt(pos), seq: pos, sessionId: 's', tenantId: 't', bytes }) as SizedEvent;
const CALM = { aborted: false, onAbort: () => {} };

/** A log in memory that counts how it is read. */
function openLog(length = 0, bytes = 100) {
  const reads: { after: number; rows: number }[] = [];
  let isAway = false;
  const log = {
    reads,
    length,
    away(now: boolean) {
      isAway = now;
    },
    async read(after: bigint): Promise<Page> {
      if (isAway) throw new Error('away');
      const left = Math.max(0, log.length - Number(after));
      const next = Array.from({ length: Math.min(501, left) }, (_, at) => event(Number(after) + at + 1, bytes));
      const events = cutPage(next, 0);
      reads.push({ after: Number(after), rows: events.length });
      return { events, isMore: events.length < left };
    },
    async end(): Promise<bigint> {
      if (isAway) throw new Error('away');
      return BigInt(log.length);
    },
    placeOf: ({ pos }: { pos: bigint }) => pos,
  };
  return log;
}

async function readAll(tail: ReturnType<typeof openTail>, from: number, to: number): Promise<number[]> {
  const seen: number[] = [];
  for (let at = BigInt(from); at < to; at = BigInt(seen.at(-1)!)) {
    const page = await tail.next(at, CALM);
    expect(page.length).toBeLessThanOrEqual(500);
    seen.push(...page.map(({ pos }) => Number(pos)));
  }
  return seen;
}
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at + 1);

describe('the end of a log', () => {
  it('is read once for all who keep up', async () => {
    const log = openLog();
    const tail = openTail(log);
    await tail.started;
    const following = Array.from({ length: 100 }, () => readAll(tail, 0, 1_000));
    for (const length of [300, 700, 1_000]) {
      log.length = length;
      await tail.refresh();
    }
    for (const seen of await Promise.all(following)) expect(seen).toEqual(numbers(0, 1_000));
    expect(log.reads.reduce((sum, read) => sum + read.rows, 0)).toBe(1_000);
  });

  it('keeps little for whoever stops reading; they find the rest in the database, page by page', async () => {
    const log = openLog();
    const tail = openTail(log);
    await tail.started;
    log.length = 50_000;
    await tail.refresh();
    const before = log.reads.length;
    expect(await readAll(tail, 0, 50_000)).toEqual(numbers(0, 50_000));
    const pages = log.reads.slice(before);
    expect(pages).toHaveLength((50_000 - 2_000) / 500);
    expect(pages.every(({ rows }) => rows === 500)).toBe(true);
  });

  it('is read in the same blocks for all who come back at once, wherever they were', async () => {
    const log = openLog();
    const tail = openTail(log);
    await tail.started;
    log.length = 5_000;
    await tail.refresh();
    const before = log.reads.length;
    const pages = await Promise.all(Array.from({ length: 500 }, (_, at) => tail.next(BigInt(at), CALM)));
    expect(log.reads.length - before).toBe(1);
    for (const [at, page] of pages.entries()) expect(page.map(({ pos }) => Number(pos))).toEqual(numbers(at, 500));
  });

  it('keeps few of large events, and hands out few at a time', async () => {
    const log = openLog(0, 100_000);
    const tail = openTail(log);
    await tail.started;
    log.length = 1_000;
    await tail.refresh();
    expect(tail.keptBytes()).toBe(1_000_000);
    for (const from of [0n, 250n, 995n]) expect(await tail.next(from, CALM)).toHaveLength(2);
    expect(await readAll(tail, 0, 1_000)).toEqual(numbers(0, 1_000));
  });

  it('keeps the newest however large it is, for all who wait for it', async () => {
    const log = openLog(0, 10_000_000);
    const tail = openTail(log);
    await tail.started;
    const following = Array.from({ length: 100 }, () => readAll(tail, 0, 3));
    for (const length of [1, 2, 3]) {
      log.length = length;
      await tail.refresh();
      expect(tail.keptBytes()).toBe(10_000_000);
    }
    for (const seen of await Promise.all(following)) expect(seen).toEqual([1, 2, 3]);
    expect(log.reads).toHaveLength(3);
  });

  it('can let go of everything; whoever is not done reads on from the log', async () => {
    const log = openLog();
    const tail = openTail(log);
    await tail.started;
    log.length = 700;
    await tail.refresh();
    tail.letGo();
    expect(tail.keptBytes()).toBe(0);
    expect(await readAll(tail, 0, 700)).toEqual(numbers(0, 700));
  });

  it('is caught up with once reading works again', async () => {
    const log = openLog();
    const tail = openTail(log);
    await tail.started;
    log.length = 3;
    log.away(true);
    await expect(tail.refresh()).rejects.toThrow('away');
    expect(tail.isBehind()).toBe(true);
    log.away(false);
    await tail.refresh();
    expect(tail.isBehind()).toBe(false);
    expect(await readAll(tail, 0, 3)).toEqual([1, 2, 3]);
  });
});

describe('following while the database is away', () => {
  it('fails, and whoever comes when it is back is served', async () => {
    const log = openLog(2);
    const system = {
      logHead: { findUnique: async () => ({ pos: await log.end() }) },
    } as unknown as PrismaClient;
    const query = async ({ values }: { values: string[] }) => ({ rows: (await log.read(BigInt(values[2]!))).events });
    const database = { owner: { query } } as unknown as Pick<Database, 'owner'>;
    const live = await openLive({ kind: 'memory' });
    const tails = openEventTails({ database, system, live });
    log.away(true);
    const early = [tails.followTenant('t', { after: 0n }), tails.followTenant('t', {})];
    for (const stream of early) await expect(stream.next()).rejects.toThrow('away');
    log.away(false);
    const late = tails.followTenant('t', { after: 0n });
    expect((await late.next()).value).toEqual(event(1));

    log.away(true);
    log.length = 3;
    live.ring('t', 'Session', 's');
    await new Promise((resolve) => setTimeout(resolve, 20));
    log.away(false);
    await late.next();
    expect((await late.next()).value).toEqual(event(3));
    tails.close();
    await live.close();
  });
});

describe('what many logs keep together', () => {
  const keeper = (bytes: number) => {
    let kept = bytes;
    return {
      keptBytes: () => kept,
      letGo() {
        kept = 0;
      },
    };
  };

  it('is bounded: those without news for the longest time let go', () => {
    const budget = createKeptBudget(250);
    const [first, second, third] = [keeper(100), keeper(100), keeper(100)];
    for (const each of [first, second, first, third]) budget.note(each);
    expect([first, second, third].map((each) => each.keptBytes())).toEqual([100, 0, 100]);
    budget.forget(first);
    budget.note(second);
    expect(third.keptBytes()).toBe(100);
  });

  it('is never less than what one has just been told', () => {
    const budget = createKeptBudget(10);
    const large = keeper(100);
    budget.note(large);
    expect(large.keptBytes()).toBe(100);
  });
});
