import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import type { ApprovalRule } from '#generated/prisma/client.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import { findApproval } from './find-approvals.ts';
import { createApprovalRule } from './save-approval-rule.ts';

export type GrantInput = { approvalId: string; forCaller: boolean; limit?: number | null; endsAt: Date };

const LONGEST_MS = 366 * 86_400_000;

/** Lets calls like this one pass from now on, so often and so long. An ordinary rule, first in the order. */
export async function grantAlwaysAllow(ctx: Context, input: GrantInput): Promise<ApprovalRule> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  const approval = await findApproval(ctx, input.approvalId);
  if (!approval) throw new NotFound('This approval');
  const lasts = input.endsAt.getTime() - ctx.clock.now().getTime();
  if (lasts <= 0) throw InvalidInput.of('endsAt', 'Choose a time to come.');
  if (lasts > LONGEST_MS) throw InvalidInput.of('endsAt', 'At most a year from now.');
  const whose = input.forCaller ? ` for ${approval.requesterLabel}` : '';
  const draft = {
    name: `Always allow ${approval.toolSlug}${whose}`.slice(0, 120),
    match: {
      tools: [approval.toolSlug],
      callers: input.forCaller && approval.requesterId ? [approval.requesterId] : [],
    },
    verdict: 'allow',
    limit: input.limit ?? null,
    endsAt: input.endsAt,
  };
  return createApprovalRule(ctx, draft, true);
}
