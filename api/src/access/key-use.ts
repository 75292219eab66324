import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

const SOON_MS = 1_000;
const AGAIN_MS = 60_000;

/** Notes when a key was last used without making its caller wait: soon after the first use, then once a minute. */
export function createKeyUse(system: PrismaClient, clock: Clock, log: Log) {
  const writtenAt = new Map<string, number>();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    timer = undefined;
    const ids = [...waiting];
    waiting.clear();
    if (ids.length === 0) return;
    try {
      await system.apiKey.updateMany({
        where: { id: { in: ids } },
        data: { lastUsedAt: clock.now() },
      });
    } catch (error) {
      log.warn({ err: error }, 'the last use of keys was not noted');
    }
  }

  return {
    note(id: string): void {
      const now = clock.now().getTime();
      const before = writtenAt.get(id);
      if (before !== undefined && now - before < AGAIN_MS) return;
      writtenAt.set(id, now);
      waiting.add(id);
      timer ??= setTimeout(() => {
        writing = write();
      }, SOON_MS).unref();
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
