import type { Context } from '#access/context.ts';
import { actorOf } from '#access/viewer.ts';
import { lockAuditChain } from '#features/audit/append-audit.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { Forbidden, InvalidInput, NotFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { closedBecause } from './approval-errors.ts';
import { findApproval } from './find-approvals.ts';
import { mayAnswer, whyNotDecide } from './may-decide.ts';
import { notifyApproval } from './notify-approval.ts';
import { closeQuestions, openQuestion } from './question-task.ts';

const LONGEST = 2_000;

async function addMessage(
  ctx: Context,
  approval: Approval,
  kind: 'question' | 'answer',
  given: string,
): Promise<Approval> {
  const text = given.trim();
  if (!text) throw InvalidInput.of('text', 'Write something.');
  if (text.length > LONGEST) throw InvalidInput.of('text', `At most ${LONGEST} characters.`);
  if (approval.status !== 'PENDING') throw closedBecause(approval.status);
  return ctx.transaction(async (inside) => {
    // No decision looks at a revision that grows under its hands.
    await lockAuditChain(inside);
    const { id, tenantId, sessionId, runId, toolSlug } = approval;
    const author = actorOf(ctx.viewer);
    const { count } = await inside.db.approval.updateMany({
      where: { id, status: 'PENDING' },
      data: { revision: { increment: 1 } },
    });
    const current = (await inside.db.approval.findFirst({ where: { id } }))!;
    if (count === 0) throw closedBecause(current.status);
    await inside.db.approvalMessage.create({
      data: {
        id: newId(),
        tenantId,
        approvalId: id,
        kind,
        authorId: author.id,
        authorLabel: author.label,
        text,
        createdAt: inside.clock.now(),
      },
    });
    await inside.events.append({
      tenantId,
      sessionId,
      actor: author,
      events: [{ type: `approval.${kind}`, payload: { text }, toolSlug, runId }],
    });
    if (kind === 'question') await openQuestion(inside, current);
    else await closeQuestions(inside, current, 'completed');
    await notifyApproval(inside, kind === 'question' ? 'asked' : 'answered', current);
    inside.ring('Approval', id);
    return current;
  });
}

/** Asks whoever wants the call something, before deciding. */
export async function askRequester(ctx: Context, id: string, text: string): Promise<Approval> {
  const approval = await findApproval(ctx, id);
  if (!approval) throw new NotFound('This approval');
  const refusal = await whyNotDecide(ctx, approval);
  if (refusal) throw new Forbidden(refusal, 'approvals.team.decide');
  return addMessage(ctx, approval, 'question', text);
}

/** Answers what was asked about one's own call. */
export async function answerApprover(ctx: Context, id: string, text: string): Promise<Approval> {
  const approval = await findApproval(ctx, id);
  if (!approval) throw new NotFound('This approval');
  if (!mayAnswer(ctx, approval)) throw new Forbidden('Only whoever asked for the call can answer.');
  return addMessage(ctx, approval, 'answer', text);
}
