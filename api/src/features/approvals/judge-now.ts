import type { Context } from '#access/context.ts';
import type { Approval, ApprovalRule } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { findDecidingRule } from './find-deciding-rule.ts';

/** In use, in their order; one read serves a whole list of calls. */
const findRules = batchBy<'all', ApprovalRule[]>(async (ctx) => {
  const rules = await ctx.db.approvalRule.findMany({
    where: { enabled: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return new Map([['all', rules]]);
});

type Asked = { tool: ResolvedTool; input: Record<string, unknown>; roleSlug: string | null };

/** The rule that would decide about a waiting call if it were made now. */
export async function findRuleOfNow(ctx: Context, approval: Approval, { tool, input, roleSlug }: Asked) {
  const rules = (await findRules(ctx, 'all'))!;
  const facts = {
    toolSlug: tool.slug,
    category: tool.category,
    origin: tool.origin,
    source: approval.source,
    subSource: approval.subSource,
    callerKind: approval.source === 'agent' ? 'agent' : approval.requesterKind,
    callerId: approval.requesterId,
    roleSlug,
    input,
  };
  // A grant with a limit is for calls that nobody looks at; this one somebody does, and uses none of it up.
  return findDecidingRule(rules, facts, { now: ctx.clock.now(), takeUse: () => false });
}

/** What a rule that refuses says, after the words on what it refuses. */
export const refusalBy = ({ name, reason }: ApprovalRule, what: string): string =>
  `The rule “${name}” refuses ${what}.${reason ? ` ${reason}` : ''}`;
