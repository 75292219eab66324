import type { ServerResponse } from 'node:http';
import { findScope, principalOf, type Viewer } from '#access/viewer.ts';
import type { Clock } from '#platform/clock.ts';
import { RateLimited } from '#platform/errors.ts';

type Bucket = { points: number; at: number };
export type RateLimits = {
  /** Takes the cost of one request from the caller's and the tenant's budget, or refuses it. */
  spend(viewer: Viewer, costOf: () => number, res?: ServerResponse): void;
};

const BURST = 2;
/** A request is one point; a large query one more for each hundred rows and fields it asks for. */
const COST_PER_POINT = 100;
const KEPT_BUCKETS = 50_000;

/** Budgets that refill steadily: so many points a second, twice as many at once. */
export function createRateLimits(
  clock: Clock,
  limits: { enabled: boolean; perCaller: number; perTenant: number },
): RateLimits {
  if (!limits.enabled) return { spend() {} };
  const buckets = new Map<string, Bucket>();

  function take(name: string, rate: number, cost: number): { left: number; waitSeconds: number } {
    const now = clock.now().getTime();
    const bucket = buckets.get(name) ?? { points: rate * BURST, at: now };
    const points = Math.min(rate * BURST, bucket.points + ((now - bucket.at) / 1000) * rate);
    const left = points - cost;
    buckets.delete(name);
    buckets.set(name, { points: left < 0 ? points : left, at: now });
    if (buckets.size > KEPT_BUCKETS) buckets.delete(buckets.keys().next().value!);
    return {
      left: Math.max(0, Math.floor(left)),
      waitSeconds: left < 0 ? Math.max(1, Math.ceil(-left / rate)) : 0,
    };
  }

  return {
    spend(viewer, costOf, res) {
      const scope = findScope(viewer);
      const principal = principalOf(viewer);
      if (!scope || !principal) return;
      const cost = 1 + Math.floor(costOf() / COST_PER_POINT);
      const own = take(`caller:${principal}`, limits.perCaller, cost);
      const shared = own.waitSeconds > 0 ? own : take(`tenant:${scope.tenantId}`, limits.perTenant, cost);
      const waitSeconds = Math.max(own.waitSeconds, shared.waitSeconds);
      if (res && !res.headersSent) {
        res.setHeader('ratelimit-limit', limits.perCaller);
        res.setHeader('ratelimit-remaining', Math.min(own.left, shared.left));
        res.setHeader('ratelimit-reset', Math.max(1, waitSeconds));
        if (waitSeconds > 0) res.setHeader('retry-after', waitSeconds);
      }
      if (waitSeconds > 0) throw new RateLimited(waitSeconds);
    },
  };
}
