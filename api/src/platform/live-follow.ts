import type { Bell } from './live-bell.ts';

type Following = {
  tenantId: string;
  models: ReadonlySet<string> | undefined;
  signal: AbortSignal;
};
type Listen = (handler: (bell: Bell) => void) => () => void;

const MAX_WAITING = 256;

/** Turns bells into something to loop over. What waits is bounded: equal bells are one, too many become "everything". */
export function follow(listen: Listen, { tenantId, models, signal }: Following): AsyncIterableIterator<Bell> {
  const waiting = new Map<string, Bell>();
  const readers: ((result: IteratorResult<Bell>) => void)[] = [];
  const everything: Bell = { tenantId, model: '*', id: '*' };
  let isEnded = false;

  const isWanted = (bell: Bell) =>
    (bell.tenantId === tenantId || bell.tenantId === '*') &&
    (models === undefined || bell.model === '*' || models.has(bell.model));

  const keep = (bell: Bell) => {
    if (waiting.has('*')) return;
    if (bell.model !== '*' && waiting.size < MAX_WAITING) {
      waiting.set(`${bell.model} ${bell.id}`, bell);
      return;
    }
    waiting.clear();
    waiting.set('*', everything);
  };

  const stopListening = listen((bell) => {
    if (!isWanted(bell)) return;
    const reader = readers.shift();
    if (reader) reader({ value: bell.model === '*' ? everything : bell, done: false });
    else keep(bell);
  });

  const end = () => {
    if (isEnded) return;
    isEnded = true;
    stopListening();
    signal.removeEventListener('abort', end);
    waiting.clear();
    for (const reader of readers.splice(0)) reader({ value: undefined, done: true });
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();

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
