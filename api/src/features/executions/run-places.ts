import type { Database } from '#platform/database.ts';
import { Overloaded } from '#platform/errors.ts';
import type { RunPlaces } from '#toolkit/run-engine.ts';

/** How long it is believed how many wait in the queue. */
const COUNTED_MS = 1_000;
const QUEUE_RETRY_SECONDS = 5;
const COUNT_QUEUED = `
  SELECT tenant_id, count(*)::int AS queued FROM run_heads WHERE state = 'queued' GROUP BY tenant_id`;

type Options = {
  database: Pick<Database, 'owner'>;
  most: number;
  mostOfTenant: number;
  mostQueued: number;
};

export function createRunPlaces({ database, most, mostOfTenant, mostQueued }: Options): RunPlaces {
  const taken = new Map<string, number>();
  let all = 0;
  let queued = new Map<string, number>();
  let countedAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;

  async function countQueued(): Promise<void> {
    const { rows } = await database.owner.query<{ tenant_id: string; queued: number }>(COUNT_QUEUED);
    queued = new Map(rows.map((row) => [row.tenant_id, row.queued]));
    countedAt = performance.now();
  }

  return {
    take(tenantId) {
      const own = taken.get(tenantId) ?? 0;
      if (all >= most) throw new Overloaded('As many tools are at work here as this process takes on.');
      if (own >= mostOfTenant)
        throw new Overloaded('As many tools are at work for your tenant as it may have at once.');
      all += 1;
      taken.set(tenantId, own + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = taken.get(tenantId)! - 1;
        if (left > 0) taken.set(tenantId, left);
        else taken.delete(tenantId);
      };
    },
    async checkQueue(tenantId) {
      if (performance.now() - countedAt > COUNTED_MS) {
        counting ??= countQueued().finally(() => {
          counting = undefined;
        });
        await counting;
      }
      const own = queued.get(tenantId) ?? 0;
      if (own >= mostQueued)
        throw new Overloaded('As many calls of your tenant wait as its queue holds.', QUEUE_RETRY_SECONDS);
      // Counted here until the next look at the log.
      queued.set(tenantId, own + 1);
    },
  };
}
