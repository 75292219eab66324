import { can, requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { actorOf, principalOf } from '#access/viewer.ts';
import { cancelApproval } from '#features/approvals/cancel-approval.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import type { AuditAct } from '#features/audit/audit-entry.ts';
import { Forbidden, NotFound } from '#platform/errors.ts';
import { cancelSteps } from './cancel-steps.ts';
import { resumeParent } from './pause-run.ts';
import { findRun, readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { openJournal } from './run-journal.ts';
import { placeOfRun } from './take-run.ts';

export type Cancelled = { run: Run; outcome: 'CANCELLED' | 'ALREADY_ENDED' };

/** Who ends what others began stands in the audit; one's own is only in the log. */
const cancellationOf = ({ id, toolSlug, actorLabel }: Run): AuditAct => ({
  action: 'toolRun.cancelled',
  target: { type: 'ToolRun', id },
  permission: 'tools.tenant.update',
  details: { tool: toolSlug, calledBy: actorLabel },
});

/** Ends a run unless it has ended. The answer tells which it was, and the log agrees. */
export async function cancelToolRun(ctx: Context, runId: string): Promise<Cancelled> {
  requireCan(ctx.viewer, 'tools.tenant.execute');
  const run = await findRun(ctx, runId);
  if (!run) throw new NotFound('This run');
  const isOwn = run.actorId !== null && run.actorId === principalOf(ctx.viewer);
  if (!isOwn && !can(ctx.viewer, 'tools.tenant.update'))
    throw new Forbidden('You can cancel your own runs; those of others take the permission tools.tenant.update.');
  const by = actorOf(ctx.viewer);
  const place = { ...placeOfRun(run), actor: by };
  const accepted = await ctx.transaction(async (inside) => {
    // As a decision does, before the log: neither waits for what the other holds.
    await lockAuditChain(inside);
    const payload = { by: 'user', cancelledBy: by.label };
    const cancelled = await openJournal(inside, place).append('tool.cancelled', payload);
    if (cancelled.accepted && run.status === 'WAITING') await cancelApproval(inside, runId);
    if (cancelled.accepted) await cancelSteps(inside, runId, by);
    if (cancelled.accepted && !isOwn) await appendAudit(inside, cancellationOf(run));
    return cancelled.accepted;
  });
  if (accepted && run.parentRunId) await resumeParent(ctx, run.tenantId, run.parentRunId);
  if (accepted) ctx.ring('RunCancelled', runId);
  return { run: (await readRun(ctx, runId))!, outcome: accepted ? 'CANCELLED' : 'ALREADY_ENDED' };
}
