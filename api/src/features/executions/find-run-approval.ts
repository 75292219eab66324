import { visibleApprovals } from '#features/approvals/find-approvals.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';

/** The approval that a run itself waits or waited for. */
export const findApprovalOf = batchBy<string, Approval>(async (ctx, runIds) => {
  const approvals = await ctx.db.approval.findMany({
    where: { runId: { in: runIds }, AND: [await visibleApprovals(ctx)] },
  });
  return new Map(approvals.map((approval) => [approval.runId, approval]));
});

/** What a run waits for through one of its steps, however deep: the first that nobody has decided. */
export const findStepApprovalOf = batchBy<string, Approval>(async (ctx, runIds) => {
  const found = new Map<string, Approval>();
  let asking = new Map(runIds.map((id) => [id, id]));
  while (asking.size > 0) {
    const steps = await ctx.db.runHead.findMany({
      where: { parentRunId: { in: [...asking.keys()] }, state: { in: ['waiting', 'paused'] } },
    });
    asking = new Map(steps.map((step) => [step.id, asking.get(step.parentRunId!)!]));
    const approvals = await ctx.db.approval.findMany({
      where: { runId: { in: [...asking.keys()] }, status: 'PENDING', AND: [await visibleApprovals(ctx)] },
      orderBy: { id: 'asc' },
    });
    for (const approval of approvals) {
      const asked = asking.get(approval.runId)!;
      if (!found.has(asked)) found.set(asked, approval);
    }
  }
  return found;
});
