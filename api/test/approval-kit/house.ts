import { setTimeout as sleep } from 'node:timers/promises';
import { openUpstream } from '../processes/upstream.ts';
import { createTestHome } from '../test-app.ts';
import { openWire, type Wire } from '../wire.ts';

const PATIENCE_MS = 20_000;

/** What is true in the end, or an error that says what was waited for. */
export async function eventually<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await sleep(10);
  }
}

/**
 * A process on a real port, a service outside that counts how often it is asked, and a database that outlives the
 * process. It begins without anybody who does jobs: what is decided then is left for the next process.
 */
export async function openHouse() {
  const home = await createTestHome();
  const upstream = await openUpstream();
  let wire: Wire = await openWire({ ...upstream.settings, WORKER: 'off' }, { home });

  return {
    upstream,
    clock: home.clock,
    wire: () => wire,
    app: () => wire.app,
    /** Ends the process and starts another one, which does the jobs. */
    async restart(): Promise<void> {
      await wire.close();
      wire = await openWire(upstream.settings, { home });
      await wire.app.runs.start();
      await wire.app.queue.start();
    },
    /** Until no job about runs is left, but for so many that go on. */
    async settled({ but = 0 } = {}): Promise<void> {
      await eventually('the end of the jobs about runs', async () => {
        const stats = (await wire.app.queue.stats()).filter(({ type }) => type.startsWith('run.'));
        return stats.reduce((sum, { queued, active }) => sum + queued + active, 0) <= but ? true : null;
      });
    },
    async close(): Promise<void> {
      await wire.close();
      await upstream.close();
      await home.remove();
    },
  };
}

export type House = Awaited<ReturnType<typeof openHouse>>;
