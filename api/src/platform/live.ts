import type { Database } from './database.ts';
import type { Bell, LiveLog, Wire } from './live-bell.ts';
import { follow } from './live-follow.ts';
import { openPostgresWire } from './live-postgres.ts';
import { openRedisWire } from './live-redis.ts';

export type { Bell } from './live-bell.ts';

export type FollowOptions = {
  models?: readonly string[];
  signal?: AbortSignal;
};

export type Live = {
  /** Heard at once in this process, and soon after in the others. Never throws. */
  ring(tenantId: string, model: string, id: string): void;
  listen(handler: (bell: Bell) => void): () => void;
  /**
   * The bells of one tenant from this call on. A slow reader finds equal bells merged, and one for everything
   * (`model` and `id` are `*`) when too many wait.
   */
  follow(tenantId: string, options?: FollowOptions): AsyncIterableIterator<Bell>;
  /** Ends all followers, now and later. Bells still ring, for what is being finished. */
  endFollowing(): void;
  /** Whether bells of other processes are heard. When not, cached answers may be old. */
  healthy(): boolean;
  close(): Promise<void>;
};

export type LiveOptions =
  | { kind: 'memory'; log?: LiveLog }
  | { kind: 'postgres'; database: Database; log: LiveLog }
  | { kind: 'redis'; url: string; log: LiveLog; channel?: string };

export async function openLive(options: LiveOptions): Promise<Live> {
  const handlers = new Set<(bell: Bell) => void>();
  const closing = new AbortController();

  const deliver = (bell: Bell) => {
    for (const handler of handlers) {
      try {
        handler(bell);
      } catch (error) {
        options.log?.error({ err: error, model: bell.model }, 'A listener of the bell failed.');
      }
    }
  };
  const listen = (handler: (bell: Bell) => void) => {
    // A fresh function, so that listening twice with the same one counts twice.
    const own = (bell: Bell) => handler(bell);
    handlers.add(own);
    return () => void handlers.delete(own);
  };
  const wire = await openWire(options, deliver);

  return {
    ring(tenantId, model, id) {
      const bell = { tenantId, model, id };
      deliver(bell);
      wire.send(bell);
    },
    listen,
    follow: (tenantId, { models, signal } = {}) =>
      follow(listen, {
        tenantId,
        models: models && new Set(models),
        signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
      }),
    endFollowing: () => closing.abort(),
    healthy: () => wire.healthy(),
    async close() {
      closing.abort();
      handlers.clear();
      await wire.close();
    },
  };
}

function openWire(options: LiveOptions, deliver: (bell: Bell) => void): Promise<Wire> | Wire {
  if (options.kind === 'postgres') return openPostgresWire(options.database, options.log, deliver);
  if (options.kind === 'redis') return openRedisWire(options, deliver);
  return { send() {}, healthy: () => true, close: async () => {} };
}
