import type { ServerResponse } from 'node:http';
import { findScope, principalOf } from '#access/viewer.ts';
import type { Spend, TellBudget } from '#graphql/pipeline.ts';
import type { Clock } from '#platform/clock.ts';
import { RateLimited } from '#platform/errors.ts';

type Bucket = { points: number; at: number };

const BURST = 2;
/** A request is one point; a large query one more for each hundred rows and fields it asks for. */
const COST_PER_POINT = 100;
const KEPT_BUCKETS = 50_000;

/** Budgets that refill steadily: so many points a second, twice as many at once. */
export function createRateLimits(
  clock: Clock,
  limits: { enabled: boolean; perCaller: number; perTenant: number },
): Spend {
  if (!limits.enabled) return () => {};
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

  return function spend(viewer, costOf, tell) {
    const scope = findScope(viewer);
    const principal = principalOf(viewer);
    if (!scope || !principal) return;
    const cost = 1 + Math.floor(costOf() / COST_PER_POINT);
    const own = take(`caller:${principal}`, limits.perCaller, cost);
    const shared = own.waitSeconds > 0 ? own : take(`tenant:${scope.tenantId}`, limits.perTenant, cost);
    const waitSeconds = Math.max(own.waitSeconds, shared.waitSeconds);
    tell?.({ limit: limits.perCaller, left: Math.min(own.left, shared.left), waitSeconds });
    if (waitSeconds > 0) throw new RateLimited(waitSeconds);
  };
}

/** Writes what is left of the budget into the headers of an answer. */
export function budgetWriter(res: ServerResponse | undefined): TellBudget {
  return ({ limit, left, waitSeconds }) => {
    if (!res || res.headersSent) return;
    res.setHeader('ratelimit-limit', limit);
    res.setHeader('ratelimit-remaining', left);
    res.setHeader('ratelimit-reset', Math.max(1, waitSeconds));
    if (waitSeconds > 0) res.setHeader('retry-after', waitSeconds);
  };
}
