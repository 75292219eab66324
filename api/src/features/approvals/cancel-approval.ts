import type { Context } from '#access/context.ts';
import { labelOf } from '#access/viewer.ts';
import { closeTask } from '#features/tasks/close-task.ts';
import { notifyApproval } from './notify-approval.ts';
import { closeQuestions } from './question-task.ts';

/** Closes what waits for a run that was cancelled, in the transaction that cancels it. */
export async function cancelApproval(ctx: Context, runId: string): Promise<void> {
  const approval = await ctx.db.approval.findFirst({ where: { runId, status: 'PENDING' } });
  if (!approval) return;
  const { count } = await ctx.db.approval.updateMany({
    where: { id: approval.id, status: 'PENDING' },
    data: { status: 'CANCELLED', decidedAt: ctx.clock.now(), revision: { increment: 1 } },
  });
  if (count === 0) return;
  await closeTask(ctx, approval.taskId, 'cancelled', labelOf(ctx.viewer));
  await closeQuestions(ctx, approval, 'cancelled');
  await notifyApproval(ctx, 'cancelled', { ...approval, status: 'CANCELLED' });
  ctx.ring('Approval', approval.id);
}
