import type { Database } from './database.ts';
import type { Bell, LiveLog, Wire } from './live-bell.ts';
import { type Follower, follow } from './live-follow.ts';
import { createHub } from './live-hub.ts';
import { openPostgresWire } from './live-postgres.ts';

export type { Bell } from './live-bell.ts';

export type FollowOptions = { models?: readonly string[]; signal?: AbortSignal };

export type Live = {
  /** Heard at once in this process, and soon after in the others. `*` is every tenant. Never throws. */
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
  /** The database, or a channel, tells installations apart that share a Redis. */
  | { kind: 'redis'; url: string; log: LiveLog; database?: Database; channel?: string };

export async function openLive(options: LiveOptions): Promise<Live> {
  const hub = createHub(options.log);
  const wire = await openWire(options, hub.deliver);
  const followers = new Set<Follower>();
  let isEnding = false;

  const endFollowing = () => {
    isEnding = true;
    for (const follower of followers) follower.return();
  };
  return {
    ring(tenantId, model, id) {
      const bell = { tenantId, model, id };
      hub.deliver(bell);
      wire.send(bell);
    },
    listen: hub.listen,
    follow(tenantId, { models, signal } = {}) {
      const onEnd = () => void followers.delete(follower);
      const follower = follow(hub, { tenantId, models: models && new Set(models), signal, onEnd });
      followers.add(follower);
      if (isEnding || signal?.aborted) follower.return();
      return follower;
    },
    endFollowing,
    healthy: wire.healthy,
    async close() {
      endFollowing();
      hub.clear();
      await wire.close();
    },
  };
}

async function openWire(options: LiveOptions, deliver: (bell: Bell) => void): Promise<Wire> {
  if (options.kind === 'postgres') return openPostgresWire(options.database, options.log, deliver);
  if (options.kind === 'redis') {
    // Its driver is loaded only where it is used.
    const { openRedisWire } = await import('./live-redis.ts');
    return openRedisWire(options, deliver);
  }
  return { send() {}, healthy: () => true, close: async () => {} };
}
