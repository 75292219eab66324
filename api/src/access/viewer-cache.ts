import type { Clock } from '#platform/clock.ts';
import type { Viewer } from './viewer.ts';

const KEPT_MS = 10_000;
const KEPT_ENTRIES = 10_000;

type Entry = { viewer: Viewer; until: number };

/**
 * Remembers who is behind a credential. Bells drop what they concern at once; while the bell is not heard, nothing is
 * remembered. An answer that was being loaded while something was dropped is used once and not kept.
 */
export function createViewerCache(clock: Clock, isBellHeard: () => boolean) {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Viewer>>();
  let generation = 0;

  async function load(name: string, find: () => Promise<Viewer>): Promise<Viewer> {
    const startedIn = generation;
    const viewer = await find();
    if (generation === startedIn && isBellHeard()) {
      if (entries.size >= KEPT_ENTRIES) entries.delete(entries.keys().next().value!);
      entries.set(name, { viewer, until: clock.now().getTime() + KEPT_MS });
    }
    return viewer;
  }

  return {
    async get(name: string, find: () => Promise<Viewer>): Promise<Viewer> {
      const entry = entries.get(name);
      if (entry && entry.until > clock.now().getTime() && isBellHeard()) return entry.viewer;
      const underway = loading.get(name);
      if (underway) return underway;
      const promise = load(name, find).finally(() => {
        if (loading.get(name) === promise) loading.delete(name);
      });
      loading.set(name, promise);
      return promise;
    },
    drop(concerns: (viewer: Viewer) => boolean): void {
      generation += 1;
      loading.clear();
      for (const [name, entry] of entries) if (concerns(entry.viewer)) entries.delete(name);
    },
  };
}
