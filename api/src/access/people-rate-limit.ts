type Rule = { window: number; max: number };
type Verdict = { allowed: boolean; retryAfter: number | null };

const KEPT_ADDRESSES = 50_000;

/**
 * Counts attempts in windows of fixed length. The library's own memory starts a new window only after a pause, so the
 * steady traffic of one office would lock it out; it is also shared by everything in the process.
 */
export function createAttemptCounter(now: () => number = Date.now) {
  const counts = new Map<string, { count: number; endsAt: number }>();

  function makeRoom(): void {
    for (const [key, entry] of counts) if (entry.endsAt <= now()) counts.delete(key);
    for (const key of counts.keys()) {
      if (counts.size < KEPT_ADDRESSES) return;
      counts.delete(key);
    }
  }

  return {
    async consume(key: string, rule: Rule): Promise<Verdict> {
      const entry = counts.get(key);
      if (!entry || entry.endsAt <= now()) {
        if (counts.size >= KEPT_ADDRESSES) makeRoom();
        counts.delete(key);
        counts.set(key, { count: 1, endsAt: now() + rule.window * 1_000 });
        return { allowed: true, retryAfter: null };
      }
      if (entry.count >= rule.max) return { allowed: false, retryAfter: Math.ceil((entry.endsAt - now()) / 1_000) };
      entry.count += 1;
      return { allowed: true, retryAfter: null };
    },
  };
}
