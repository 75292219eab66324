import type { Bell } from './live-bell.ts';
import type { Hub } from './live-hub.ts';

type Following = {
  tenantId: string;
  models: ReadonlySet<string> | undefined;
  signal: AbortSignal | undefined;
  onEnd(): void;
};

export type Follower = AsyncIterableIterator<Bell> & { return(): Promise<IteratorResult<Bell>> };

const MAX_WAITING = 256;

/** Turns bells into something to loop over. What waits is bounded: equal bells are one, too many become "everything". */
export function follow(hub: Hub, { tenantId, models, signal, onEnd }: Following): Follower {
  const waiting = new Map<string, Bell>();
  const readers: ((result: IteratorResult<Bell>) => void)[] = [];
  const everything: Bell = { tenantId, model: '*', id: '*' };
  let isEnded = false;

  const isWanted = ({ model }: Bell) => models === undefined || model === '*' || models.has(model);

  const keep = (bell: Bell) => {
    if (waiting.has('*')) return;
    if (bell.model !== '*' && waiting.size < MAX_WAITING) {
      waiting.set(`${bell.model} ${bell.id}`, bell);
      return;
    }
    waiting.clear();
    waiting.set('*', everything);
  };

  const stopListening = hub.listenTo(tenantId, (bell) => {
    if (!isWanted(bell)) return;
    const reader = readers.shift();
    const own = bell.model === '*' ? everything : { ...bell, tenantId };
    if (reader) reader({ value: own, done: false });
    else keep(own);
  });

  const end = () => {
    if (isEnded) return;
    isEnded = true;
    stopListening();
    signal?.removeEventListener('abort', end);
    waiting.clear();
    onEnd();
    for (const reader of readers.splice(0)) reader({ value: undefined, done: true });
  };
  signal?.addEventListener('abort', end, { once: true });

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (isEnded) return Promise.resolve({ value: undefined, done: true });
      const [first] = waiting;
      if (!first) return new Promise((resolve) => readers.push(resolve));
      waiting.delete(first[0]);
      return Promise.resolve({ value: first[1], done: false });
    },
    return() {
      end();
      return Promise.resolve({ value: undefined, done: true });
    },
  };
}
