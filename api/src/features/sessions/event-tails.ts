import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database.ts';
import type { Live } from '#platform/live.ts';
import { createTurns } from '#platform/take-turns.ts';
import type { EventLog, StoredEvent } from '#toolkit/event-log.ts';
import { readPage } from './event-page.ts';
import { openTail, type Tail, type TailSource } from './event-tail.ts';
import { createKeptBudget } from './kept-budget.ts';

/** Where bells may be missed, or reading failed, the log is looked at this often. */
const LOOK_MS = 1_000;

/** Those who come back all at once, as after a restart, wait for each other and not for a connection. */
const READS_AT_ONCE = 2;

/** What all tails of a process keep together, however many sessions are followed. */
const ALL_KEPT_BYTES = 33_554_432;

type Shared = { tail: Tail; followers: number };

type Reading = { database: Pick<Database, 'owner'>; system: PrismaClient };

export function tenantSource({ database, system }: Reading, tenantId: string): TailSource {
  return {
    read: (after) => readPage(database, { tenantId, sessionId: null }, after),
    end: async () => (await system.logHead.findUnique({ where: { tenantId } }))?.pos ?? 0n,
    placeOf: (event) => event.pos,
  };
}

export function sessionSource({ database, system }: Reading, tenantId: string, sessionId: string): TailSource {
  return {
    read: (after) => readPage(database, { tenantId, sessionId }, after),
    end: async () => BigInt((await system.session.findFirst({ where: { tenantId, id: sessionId } }))?.lastSeq ?? 0),
    placeOf: (event) => BigInt(event.seq),
  };
}

const before = (place: bigint, count: number): bigint => (place > BigInt(count) ? place - BigInt(count) : 0n);

/** One tail for everybody in this process who follows the same log. */
export function openEventTails({ live, ...reading }: Reading & { live: Live }) {
  const byTenant = new Map<string, Map<string, Shared>>();
  const ALL = '';
  const inTurn = createTurns(READS_AT_ONCE);
  let isEnding = false;

  const budget = createKeptBudget(ALL_KEPT_BYTES);

  const refresh = (shared: Shared | undefined) =>
    void shared?.tail.refresh().then(
      () => shared.followers > 0 && budget.note(shared.tail),
      () => {},
    );
  const stopListening = live.listen((bell) => {
    if (bell.model !== '*' && bell.model !== 'Session') return;
    const tenants = bell.tenantId === '*' ? [...byTenant.values()] : [byTenant.get(bell.tenantId)];
    for (const tails of tenants) {
      if (bell.model === '*' || bell.id === '*') for (const shared of tails?.values() ?? []) refresh(shared);
      else {
        refresh(tails?.get(ALL));
        refresh(tails?.get(bell.id));
      }
    }
  });
  const looking = setInterval(() => {
    const isDeaf = !live.healthy();
    for (const tails of byTenant.values())
      for (const shared of tails.values()) if (isDeaf || shared.tail.isBehind()) refresh(shared);
  }, LOOK_MS);
  looking.unref();

  const inTurns = ({ read, end, placeOf }: TailSource): TailSource => ({
    read: (after) => inTurn(() => read(after)),
    end: () => inTurn(end),
    placeOf,
  });

  function enter(tenantId: string, key: string, makeSource: () => TailSource): Tail {
    const tails = byTenant.get(tenantId) ?? new Map<string, Shared>();
    byTenant.set(tenantId, tails);
    const shared = tails.get(key) ?? { tail: openTail(inTurns(makeSource())), followers: 0 };
    tails.set(key, shared);
    shared.followers += 1;
    return shared.tail;
  }

  function leave(tenantId: string, key: string): void {
    const tails = byTenant.get(tenantId);
    const shared = tails?.get(key);
    if (!tails || !shared) return;
    shared.followers -= 1;
    if (shared.followers > 0) return;
    shared.tail.close();
    budget.forget(shared.tail);
    tails.delete(key);
    if (tails.size === 0) byTenant.delete(tenantId);
  }

  type Following = {
    tenantId: string;
    key: string;
    source: () => TailSource;
    after: bigint | undefined;
    /** How many before now to begin with, where `after` is not given. */
    last?: number;
    wants?(event: StoredEvent): boolean;
  };

  function follow({ tenantId, key, source, after, last = 0, wants }: Following): AsyncIterableIterator<StoredEvent> {
    const { placeOf } = source();
    const tail = enter(tenantId, key, source);
    let wakeUp = () => {};
    const ending = {
      aborted: isEnding,
      onAbort(wake: () => void) {
        wakeUp = wake;
      },
    };
    // Where it begins is settled when it is asked for, not when the first event is.
    const start = after === undefined ? tail.started.then(() => before(tail.end(), last)) : Promise.resolve(after);
    start.catch(() => {});
    let at: bigint | undefined;
    let page: StoredEvent[] = [];

    const end = () => {
      if (ending.aborted) return;
      ending.aborted = true;
      wakeUp();
      leave(tenantId, key);
    };
    async function read(): Promise<IteratorResult<StoredEvent>> {
      at ??= await start;
      while (!ending.aborted) {
        // Taken out: while its reader is busy with it, only what comes behind it is held.
        for (let event = page.shift(); event; event = page.shift()) {
          at = placeOf(event);
          if (!wants || wants(event)) return { done: false, value: event };
        }
        page = await tail.next(at, ending);
        if (page.length === 0) break;
      }
      end();
      return { done: true, value: undefined };
    }
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        try {
          return await read();
        } catch (error) {
          // Nobody calls `return` after a failure, and a tail that failed must not be found by whoever comes next.
          end();
          throw error;
        }
      },
      async return() {
        end();
        return { done: true, value: undefined };
      },
    };
  }

  return {
    followSession: ((tenantId, sessionId, afterSeq) =>
      follow({
        tenantId,
        key: sessionId,
        source: () => sessionSource(reading, tenantId, sessionId),
        after: BigInt(afterSeq),
      })) satisfies EventLog['followSession'],
    followTenant: ((tenantId, { after, last, wants }) =>
      follow({
        tenantId,
        key: ALL,
        source: () => tenantSource(reading, tenantId),
        after,
        last,
        wants,
      })) satisfies EventLog['followTenant'],
    followers: () =>
      [...byTenant.values()].reduce(
        (sum, tails) => [...tails.values()].reduce((own, shared) => own + shared.followers, sum),
        0,
      ),
    endFollowing() {
      isEnding = true;
      for (const tails of byTenant.values()) for (const { tail } of tails.values()) tail.close();
    },
    close() {
      this.endFollowing();
      clearInterval(looking);
      stopListening();
    },
  };
}
