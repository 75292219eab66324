import type { Context } from '#access/context.ts';
import { actorOf } from '#access/viewer.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { AlreadyDecided } from './approval-errors.ts';
import { stillCounts } from './still-deciding.ts';

export type Vote = {
  /** As whom the caller counts: a key as whoever is behind it, so that nobody counts twice. */
  headId: string;
  isApproved: boolean;
  reason: string | null;
};

/**
 * Writes down what the caller says, and tells how many agree by now: the caller, and those before who could still say so.
 * Whoever agreed can refuse after all; whoever's word counts no more can give it anew.
 */
export async function castVote(ctx: Context, approval: Approval, vote: Vote): Promise<number> {
  const { headId, isApproved, reason } = vote;
  const votes = await ctx.db.approvalVote.findMany({ where: { approvalId: approval.id }, orderBy: { nth: 'asc' } });
  const last = new Map(votes.map((earlier) => [earlier.headId, earlier]));
  const own = last.get(headId);
  if (isApproved && own && (await stillCounts(ctx, approval, own)))
    throw new AlreadyDecided('You have decided about this call already.');
  const voter = actorOf(ctx.viewer);
  await ctx.db.approvalVote.create({
    data: {
      tenantId: approval.tenantId,
      approvalId: approval.id,
      headId,
      nth: (own?.nth ?? 0) + 1,
      voterKind: voter.kind,
      voterId: voter.id!,
      label: voter.label,
      decision: isApproved ? 'APPROVE' : 'DENY',
      reason,
      createdAt: ctx.clock.now(),
    },
  });
  const others = [...last.values()].filter((earlier) => earlier.headId !== headId && earlier.decision === 'APPROVE');
  const counting = await Promise.all(others.map((earlier) => stillCounts(ctx, approval, earlier)));
  return 1 + counting.filter(Boolean).length;
}
