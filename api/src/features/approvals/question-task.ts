import type { Context } from '#access/context.ts';
import { labelOf } from '#access/viewer.ts';
import { candidate } from '#features/tasks/candidates.ts';
import { closeTask } from '#features/tasks/close-task.ts';
import { openTask } from '#features/tasks/open-task.ts';
import type { Approval } from '#generated/prisma/client.ts';

const findOpen = (ctx: Context, { taskId }: Approval) =>
  ctx.db.task.findMany({ where: { parentId: taskId, kind: 'question', status: 'open' }, select: { id: true } });

/** Puts a question before whoever asked for the call. Several questions wait as one. */
export async function openQuestion(ctx: Context, approval: Approval): Promise<void> {
  const { id, tenantId, taskId, toolSlug, requesterId, requesterKind, expiresAt } = approval;
  if (!requesterId || (await findOpen(ctx, approval)).length > 0) return;
  const tool = (await ctx.tools.of(tenantId)).find(toolSlug);
  await openTask(ctx, {
    slug: `answer-about-${toolSlug}-${ctx.clock.now().getTime()}`,
    title: `Answer a question about ${tool?.name ?? toolSlug}`,
    kind: 'question',
    assigneeId: requesterKind === 'user' ? requesterId : null,
    candidates: [candidate.user(requesterId)],
    parentId: taskId,
    dueAt: expiresAt,
    metadata: { approvalId: id },
  });
}

/** Ends what waits on the requester: they have answered, or nobody needs to know any more. */
export async function closeQuestions(
  ctx: Context,
  approval: Approval,
  status: 'completed' | 'cancelled',
): Promise<void> {
  // Most calls are decided without a question, and this is cheap to find out.
  if ((await ctx.db.approvalMessage.count({ where: { approvalId: approval.id } })) === 0) return;
  for (const { id } of await findOpen(ctx, approval)) await closeTask(ctx, id, status, labelOf(ctx.viewer));
}
