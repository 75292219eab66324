import { isDatabaseAway } from './database-away.ts';

/**
 * Gathers what many callers want written and writes it together: one commit for all, and each caller is answered after
 * its own part is durable. While one batch is on its way the next one grows, so the size follows the load.
 */
export type GroupCommitOptions<Item, Answer> = {
  /** One answer an item, in order; an error among them is for that item alone. */
  write(batch: readonly Item[]): Promise<readonly (Answer | Error)[]>;
  /** Items that share a key never share a batch; the later one waits for the next. */
  keysOf(item: Item): readonly string[];
  sizeOf(item: Item): number;
  /** Batches on their way at once. */
  lanes: number;
  mostItems: number;
  mostSize: number;
  /** Callers beyond this, by number or by size, are refused at once instead of waiting without end. */
  mostWaiting: number;
  mostWaitingSize: number;
  refuse(): Error;
};

type Waiting<Item, Answer> = {
  item: Item;
  since: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** Whoever waited this long for a turn hears of a database that is away, instead of trying it for as long again. */
const PATIENCE_MS = 500;

export function createGroupCommit<Item, Answer>(options: GroupCommitOptions<Item, Answer>) {
  const { write, keysOf, sizeOf, lanes, mostItems, mostSize, mostWaiting, mostWaitingSize, refuse } = options;
  let waiting: Waiting<Item, Answer>[] = [];
  let waitingSize = 0;
  let busy = 0;
  let isScheduled = false;
  const idle: (() => void)[] = [];

  function take(): Waiting<Item, Answer>[] {
    const batch: Waiting<Item, Answer>[] = [];
    const later: Waiting<Item, Answer>[] = [];
    const keys = new Set<string>();
    let size = 0;
    for (const [at, entry] of waiting.entries()) {
      if (batch.length >= mostItems || (batch.length > 0 && size >= mostSize)) {
        for (let rest = at; rest < waiting.length; rest += 1) later.push(waiting[rest]!);
        break;
      }
      const own = keysOf(entry.item);
      if (own.some((key) => keys.has(key))) {
        // What comes behind it under the same keys must stay behind it.
        for (const key of own) keys.add(key);
        later.push(entry);
        continue;
      }
      for (const key of own) keys.add(key);
      size += sizeOf(entry.item);
      batch.push(entry);
    }
    waiting = later;
    waitingSize -= size;
    return batch;
  }

  async function send(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await write(batch.map((entry) => entry.item));
      for (const [at, entry] of batch.entries()) {
        const answer = answers[at]!;
        if (answer instanceof Error) entry.reject(answer);
        else entry.resolve(answer);
      }
    } catch (error) {
      for (const entry of batch) entry.reject(error);
      if (isDatabaseAway(error)) giveUp(error);
    }
  }

  function giveUp(error: unknown): void {
    const since = performance.now() - PATIENCE_MS;
    const old = waiting.filter((entry) => entry.since < since);
    waiting = waiting.filter((entry) => entry.since >= since);
    for (const entry of old) {
      waitingSize -= sizeOf(entry.item);
      entry.reject(error);
    }
  }

  function pump(): void {
    isScheduled = false;
    while (busy < lanes && waiting.length > 0) {
      const batch = take();
      busy += 1;
      void send(batch).then(() => {
        busy -= 1;
        if (waiting.length > 0) pump();
        else if (busy === 0) for (const done of idle.splice(0)) done();
      });
    }
  }

  return {
    add(item: Item): Promise<Answer> {
      if (waiting.length >= mostWaiting || waitingSize >= mostWaitingSize) return Promise.reject(refuse());
      waitingSize += sizeOf(item);
      return new Promise((resolve, reject) => {
        waiting.push({ item, since: performance.now(), resolve, reject });
        if (isScheduled || busy >= lanes) return;
        isScheduled = true;
        // Whoever comes in the same turn of the loop travels along.
        setImmediate(pump);
      });
    },
    /** Resolves when nothing is under way. */
    async settle(): Promise<void> {
      if (waiting.length === 0 && busy === 0 && !isScheduled) return;
      await new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}
