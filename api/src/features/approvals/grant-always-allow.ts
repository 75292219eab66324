import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import type { Approval, ApprovalRule } from '#generated/prisma/client.ts';
import { Conflict, InvalidInput, NotFound } from '#platform/errors.ts';
import type { RuleMatch } from './approval-rule-shape.ts';
import { findApproval } from './find-approvals.ts';
import { createApprovalRule, type RuleDraft } from './save-approval-rule.ts';

export type GrantScope = { forCaller: boolean; limit?: number | null };
export type GrantInput = GrantScope & { approvalId: string; endsAt: Date };
export type Grant = {
  draft: RuleDraft;
  /** The rule that asked, which the grant goes before; null puts it behind all. */
  before: string | null;
};

const LONGEST_MS = 366 * 86_400_000;

/**
 * A rule that lets calls like this one pass. It is about calls that the rule that asked is about, and no others, so that
 * it passes by no rule above that refuses. One that refuses further down never had a say about these calls: the rule
 * that asked came first, and a person could have let them pass. Without such a rule the grant stands behind all.
 * Where it cannot be worked out, the same people are asked as before.
 */
export async function draftGrant(ctx: Context, approval: Approval, { forCaller, limit }: GrantScope): Promise<Grant> {
  const { ruleId, requesterId, requesterLabel, toolSlug } = approval;
  const rule = ruleId ? await ctx.db.approvalRule.findFirst({ where: { id: ruleId, verdict: 'ask' } }) : null;
  const match = rule?.match as RuleMatch | undefined;
  const isForCaller = forCaller && requesterId !== null;
  const draft = {
    name: `Always allow ${toolSlug}${isForCaller ? ` for ${requesterLabel}` : ''}`.slice(0, 120),
    match: { ...match, tools: [toolSlug], ...(isForCaller && { callers: [requesterId] }) },
    verdict: 'allow',
    limit: limit ?? null,
    ...(rule && {
      condition: rule.condition,
      deciders: rule.deciders,
      needed: rule.needed,
      selfApproval: rule.selfApproval,
      expiresAfter: rule.expiresAfter,
      remindAfter: rule.remindAfter,
    }),
  };
  return { draft, before: rule?.id ?? null };
}

/** Lets calls like this one pass from now on, so often and so long. An ordinary rule, just before the one that asked. */
export async function grantAlwaysAllow(ctx: Context, input: GrantInput): Promise<ApprovalRule> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  const approval = await findApproval(ctx, input.approvalId);
  if (!approval) throw new NotFound('This approval');
  if (approval.status !== 'PENDING' && approval.status !== 'APPROVED')
    throw new Conflict('Only a call that waits or was approved can be allowed always. Add an approval rule instead.');
  const lasts = input.endsAt.getTime() - ctx.clock.now().getTime();
  if (lasts <= 0) throw InvalidInput.of('endsAt', 'Choose a time to come.');
  if (lasts > LONGEST_MS) throw InvalidInput.of('endsAt', 'At most a year from now.');
  const { draft, before } = await draftGrant(ctx, approval, input);
  return createApprovalRule(ctx, { ...draft, endsAt: input.endsAt }, before ? { before } : false);
}
