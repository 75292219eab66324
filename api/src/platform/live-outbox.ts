import { type Bell, EVERYTHING, type LiveLog } from './live-bell.ts';

const GATHER_MS = 3;
const RETRY_MS = 500;
const MAX_WAITING = 5_000;

/** Gathers the bells of a moment, merges equal ones and sends them together; what could not be sent goes again. */
export function createOutbox(send: (bells: Bell[]) => Promise<void>, log: LiveLog) {
  const waiting = new Map<string, Bell>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let isClosed = false;

  const put = (bell: Bell) => {
    if (waiting.has('*')) return;
    const isEverything = bell.tenantId === '*' && bell.model === '*';
    if (isEverything || waiting.size >= MAX_WAITING) {
      waiting.clear();
      waiting.set('*', EVERYTHING);
      return;
    }
    waiting.set(`${bell.tenantId} ${bell.model} ${bell.id}`, bell);
  };

  const flush = async () => {
    timer = undefined;
    const bells = [...waiting.values()];
    waiting.clear();
    if (bells.length === 0) return;
    try {
      await send(bells);
    } catch (error) {
      log.warn({ err: error, bells: bells.length }, 'Other processes could not be told of changes; trying again.');
      for (const bell of bells) put(bell);
      schedule(RETRY_MS);
    }
  };

  const schedule = (delayMs: number) => {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      sending = sending.then(flush);
    }, delayMs);
  };

  return {
    put(bell: Bell): void {
      put(bell);
      schedule(GATHER_MS);
    },
    /** Sends what waits, once, and takes no more. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await sending.then(flush);
    },
  };
}
