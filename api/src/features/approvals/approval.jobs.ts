import { z } from 'zod';
import { type House, houseContext } from '#features/tenancy/house-context.ts';
import type { JobDefinition } from '#platform/queue.ts';
import { expireApproval } from './expire-approval.ts';

const one = z.object({ tenantId: z.uuid(), approvalId: z.uuid() });
const BATCH = 500;

async function expire(house: House, tenantId: string, approvalId: string): Promise<void> {
  const ctx = await houseContext(house, tenantId);
  if (ctx) await expireApproval(ctx, approvalId);
}

/** Calls that nobody decided about end when their time is over, and once more by a sweep, should a job be lost. */
export function approvalJobs(
  host: () => House,
): [JobDefinition<z.infer<typeof one>>, JobDefinition<Record<string, never>>] {
  return [
    {
      type: 'approval.expire',
      schema: one,
      retryLimit: 5,
      retryDelay: 1,
      run: ({ tenantId, approvalId }) => expire(host(), tenantId, approvalId),
    },
    {
      type: 'approval.sweep',
      schema: z.object({}) as z.ZodType<Record<string, never>>,
      cron: '* * * * *',
      async run() {
        const { system, clock } = host();
        const late = await system.approval.findMany({
          where: { status: 'PENDING', expiresAt: { lt: clock.now() } },
          take: BATCH,
        });
        for (const { tenantId, id } of late) await expire(host(), tenantId, id);
      },
    },
  ];
}
