import type { StoredEvent } from '#toolkit/event-log.ts';

const KEPT = 2_000;
const PAGE = 500;

export type TailSource = {
  /** Events behind `after`, oldest first, at most `limit`. */
  read(after: bigint, limit: number): Promise<StoredEvent[]>;
  /** Where the log ends now. */
  end(): Promise<bigint>;
  placeOf(event: StoredEvent): bigint;
};

/**
 * The end of one log, read once for all who follow it. Followers pull: whoever is slow falls behind what is kept here and
 * reads the rest from the database, so nobody holds more than one page.
 */
export function openTail({ read, end, placeOf }: TailSource) {
  let kept: StoredEvent[] = [];
  /** Everything behind this place and up to `last` is kept. */
  let floor = 0n;
  let last = 0n;
  let isReading = false;
  let isStale = false;
  let isClosed = false;
  const waiting = new Set<() => void>();

  const wake = () => {
    const all = [...waiting];
    waiting.clear();
    for (const resolve of all) resolve();
  };

  const started = end().then((place) => {
    floor = place;
    last = place;
  });
  // Whoever waits for it is told; nobody may.
  started.catch(() => {});

  /** Called whenever the log may have grown. */
  async function refresh(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      await started;
      while (isStale && !isClosed) {
        isStale = false;
        const news = await read(last, PAGE);
        if (news.length === 0) continue;
        if (news.length === PAGE) isStale = true;
        kept.push(...news);
        last = placeOf(news.at(-1)!);
        if (kept.length > KEPT) {
          const dropped = kept.length - KEPT;
          floor = placeOf(kept[dropped - 1]!);
          kept = kept.slice(dropped);
        }
        wake();
      }
    } catch (error) {
      isStale = true;
      throw error;
    } finally {
      isReading = false;
    }
  }

  function keptBehind(after: bigint): StoredEvent[] {
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(kept[middle]!) <= after) low = middle + 1;
      else high = middle;
    }
    return kept.slice(low, low + PAGE);
  }

  /** Places have no gaps, so all who are far behind are served in the same blocks, each read once for those who ask. */
  const blocks = new Map<bigint, Promise<StoredEvent[]>>();
  async function readBlock(after: bigint): Promise<StoredEvent[]> {
    const base = after - (after % BigInt(PAGE));
    const block = blocks.get(base) ?? read(base, PAGE).finally(() => blocks.delete(base));
    blocks.set(base, block);
    const behind = (await block).filter((event) => placeOf(event) > after);
    // It may have been asked for before the log had grown so far.
    return behind.length > 0 ? behind : read(after, PAGE);
  }

  return {
    started,
    refresh,
    end: () => last,
    /** Whether there may be more than could be read. */
    isBehind: () => isStale,
    /** What comes behind `after`: at once if there is something, else when there is. Nothing once it is closed. */
    async next(after: bigint, signal: { aborted: boolean; onAbort(wake: () => void): void }): Promise<StoredEvent[]> {
      await started;
      for (;;) {
        if (isClosed || signal.aborted) return [];
        if (after < last) {
          if (after >= floor) return keptBehind(after);
          return readBlock(after);
        }
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.onAbort(() => {
            waiting.delete(resolve);
            resolve();
          });
        });
      }
    },
    close() {
      isClosed = true;
      wake();
    },
  };
}

export type Tail = ReturnType<typeof openTail>;
