import { z } from 'zod';
import type { Context } from '#access/context.ts';
import { type House, houseContext } from '#features/tenancy/house-context.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { NO_ID } from '#platform/ids.ts';
import type { JobDefinition } from '#platform/queue.ts';
import type { JobRun } from '#platform/queue-job.ts';
import { deliverNotice, NOTICE_RETRIES } from './deliver-notice.ts';
import { expireApproval } from './expire-approval.ts';
import { recountVotes } from './recount-votes.ts';
import { remindApproval } from './remind-approval.ts';

const one = z.object({ tenantId: z.uuid(), approvalId: z.uuid() });
const notice = z.object({ tenantId: z.uuid(), noticeId: z.uuid() });
const BATCH = 500;
const KEPT_MS = 30 * 86_400_000;

type One = z.infer<typeof one>;

async function inTenant(house: House, tenantId: string, act: (ctx: Context) => Promise<unknown>): Promise<void> {
  const ctx = await houseContext(house, tenantId);
  if (ctx) await act(ctx);
}

/** What the jobs of single approvals do, done once more, should one of them have been lost. */
async function sweep(house: House): Promise<void> {
  const { system, clock } = house;
  const now = clock.now();
  const due = { status: 'PENDING', expiresAt: { lt: now } } as const;
  for (const { tenantId, id } of await system.approval.findMany({ where: due, take: BATCH }))
    await inTenant(house, tenantId, (ctx) => expireApproval(ctx, id));
  const silent = { status: 'PENDING', remindAt: { lt: now }, remindedAt: null } as const;
  for (const { tenantId, id } of await system.approval.findMany({ where: silent, take: BATCH }))
    await inTenant(house, tenantId, (ctx) => remindApproval(ctx, id));
  await system.approvalNotice.deleteMany({ where: { settledAt: { lt: new Date(now.getTime() - KEPT_MS) } } });
  await recount(house);
}

/** Keys are revoked, people come and go: whose votes count changes while a call waits. */
async function recount(house: House): Promise<void> {
  let after = NO_ID;
  let page: Approval[];
  do {
    const where = { status: 'PENDING', needed: { gt: 1 }, id: { gt: after } } as const;
    page = await house.system.approval.findMany({ where, orderBy: { id: 'asc' }, take: BATCH });
    for (const [tenantId, waiting] of Map.groupBy(page, (approval) => approval.tenantId))
      await inTenant(house, tenantId, (ctx) => Promise.all(waiting.map((approval) => recountVotes(ctx, approval))));
    after = page.at(-1)?.id ?? after;
  } while (page.length === BATCH);
}

/** Calls that nobody decided about are reminded of, and end when their time is over; news of them goes out. */
// biome-ignore lint/suspicious/noExplicitAny: each definition has a payload of its own
export function approvalJobs(host: () => House): JobDefinition<any>[] {
  const rules = { schema: one, retryLimit: 5, retryDelay: 1 };
  return [
    {
      type: 'approval.expire',
      ...rules,
      run: ({ tenantId, approvalId }: One) => inTenant(host(), tenantId, (ctx) => expireApproval(ctx, approvalId)),
    },
    {
      type: 'approval.remind',
      ...rules,
      run: ({ tenantId, approvalId }: One) => inTenant(host(), tenantId, (ctx) => remindApproval(ctx, approvalId)),
    },
    {
      type: 'approval.notify',
      schema: notice,
      retryLimit: NOTICE_RETRIES,
      retryDelay: 1,
      concurrency: 4,
      run: ({ tenantId, noticeId }: z.infer<typeof notice>, { attempt, signal }: JobRun) =>
        inTenant(host(), tenantId, (ctx) => deliverNotice(ctx, noticeId, attempt, signal)),
    },
    { type: 'approval.sweep', schema: z.object({}), cron: '* * * * *', run: () => sweep(host()) },
  ];
}
