import type { StoredEvent } from '#toolkit/event-log.ts';
import { cutPage, PAGE, type Page, type SizedEvent } from './event-page.ts';

const KEPT = { events: 2_000, bytes: 1_048_576 };

export type TailSource = {
  /** A page of what comes behind `after`, oldest first. */
  read(after: bigint): Promise<Page>;
  /** Where the log ends now. */
  end(): Promise<bigint>;
  placeOf(event: StoredEvent): bigint;
};

/**
 * The end of one log, read once for all who follow it. Followers pull: whoever is slow falls behind what is kept here and
 * reads the rest from the database, so nobody holds more than one page.
 */
export function openTail({ read, end, placeOf }: TailSource) {
  let kept: SizedEvent[] = [];
  let keptBytes = 0;
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

  /** The newest stays however large it is: all who keep up are about to ask for it. */
  function keep(news: readonly SizedEvent[]): void {
    kept.push(...news);
    for (const { bytes } of news) keptBytes += bytes;
    let dropped = 0;
    for (; dropped < kept.length - 1; dropped += 1) {
      if (kept.length - dropped <= KEPT.events && keptBytes <= KEPT.bytes) break;
      keptBytes -= kept[dropped]!.bytes;
    }
    if (dropped === 0) return;
    floor = placeOf(kept[dropped - 1]!);
    kept = kept.slice(dropped);
  }

  /** Called whenever the log may have grown. */
  async function refresh(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      await started;
      while (isStale && !isClosed) {
        isStale = false;
        const { events: news, isMore } = await read(last);
        if (news.length === 0) continue;
        if (isMore) isStale = true;
        keep(news);
        last = placeOf(news.at(-1)!);
        wake();
      }
    } catch (error) {
      isStale = true;
      throw error;
    } finally {
      isReading = false;
    }
  }

  function keptBehind(after: bigint): SizedEvent[] {
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(kept[middle]!) <= after) low = middle + 1;
      else high = middle;
    }
    return cutPage(kept, low);
  }

  const reading = new Map<bigint, Promise<Page>>();
  async function readOnce(after: bigint): Promise<SizedEvent[]> {
    const page = reading.get(after) ?? read(after).finally(() => reading.delete(after));
    reading.set(after, page);
    // A list of one's own, since readers take out what they have read.
    return [...(await page).events];
  }

  /** Places have no gaps, so all who are far behind are served in the same blocks, each read once for those who ask. */
  async function readBehind(after: bigint): Promise<SizedEvent[]> {
    const block = await readOnce(after - (after % BigInt(PAGE.events)));
    const behind = block.filter((event) => placeOf(event) > after);
    // Where events are large a block does not reach that far.
    return behind.length > 0 ? behind : readOnce(after);
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
          return readBehind(after);
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
    keptBytes: () => keptBytes,
    /** Keeps nothing; whoever is not done reads on from the log. */
    letGo() {
      kept = [];
      keptBytes = 0;
      floor = last;
    },
    close() {
      isClosed = true;
      wake();
    },
  };
}

export type Tail = ReturnType<typeof openTail>;
