import type { Bell, LiveLog } from './live-bell.ts';

type Handler = (bell: Bell) => void;

/** Who listens in this process. Those who want one tenant are found without asking all the others. */
export function createHub(log: LiveLog | undefined) {
  const ofAll = new Set<Handler>();
  const ofTenant = new Map<string, Set<Handler>>();

  const call = (handlers: Iterable<Handler>, bell: Bell) => {
    for (const handler of handlers) {
      try {
        handler(bell);
      } catch (error) {
        log?.error({ err: error, model: bell.model }, 'A listener of the bell failed.');
      }
    }
  };

  return {
    deliver(bell: Bell): void {
      call(ofAll, bell);
      if (bell.tenantId !== '*') call(ofTenant.get(bell.tenantId) ?? [], bell);
      else for (const handlers of ofTenant.values()) call(handlers, bell);
    },
    listen(handler: Handler): () => void {
      // A function of its own, so that listening twice with the same one counts twice.
      const own: Handler = (bell) => handler(bell);
      ofAll.add(own);
      return () => void ofAll.delete(own);
    },
    listenTo(tenantId: string, handler: Handler): () => void {
      const handlers = ofTenant.get(tenantId) ?? new Set();
      ofTenant.set(tenantId, handlers.add(handler));
      return () => {
        handlers.delete(handler);
        if (handlers.size === 0) ofTenant.delete(tenantId);
      };
    },
    clear(): void {
      ofAll.clear();
      ofTenant.clear();
    },
  };
}

export type Hub = ReturnType<typeof createHub>;
