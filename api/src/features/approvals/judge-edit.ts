import type { Context } from '#access/context.ts';
import { findSelf } from '#features/tasks/candidates.ts';
import type { Approval, ApprovalRule } from '#generated/prisma/client.ts';
import { InvalidInput } from '#platform/errors.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { Deciders } from '#toolkit/run-engine.ts';
import { findRuleOfNow, refusalBy } from './judge-now.ts';
import { candidatesFor, isAsking } from './may-decide.ts';

/** The role of whoever asked, as it is now. */
async function findRequesterRole(ctx: Context, { requesterKind, requesterId: id }: Approval): Promise<string | null> {
  if (!id) return null;
  const role = { select: { slug: true } };
  if (requesterKind === 'user')
    return (await ctx.db.membership.findFirst({ where: { userId: id }, select: { role } }))?.role.slug ?? null;
  return (await ctx.db.apiKey.findFirst({ where: { id }, select: { role } }))?.role?.slug ?? null;
}

/** Whether a rule would leave the decision to others than the caller, or to more of them. */
async function asksOthers(ctx: Context, approval: Approval, rule: ApprovalRule): Promise<boolean> {
  const { ids, words } = await findSelf(ctx);
  if (rule.needed > approval.needed) return true;
  if (!rule.selfApproval && (await isAsking(ctx, approval, ids))) return true;
  const candidates = candidatesFor(rule.deciders as unknown as Deciders, approval);
  return !candidates.some((word) => words.includes(word));
}

/** Arguments that somebody changed are judged like those of a new call: editing is no way around a rule. */
export async function judgeEdit(
  ctx: Context,
  approval: Approval,
  tool: ResolvedTool,
  input: Record<string, unknown>,
): Promise<void> {
  const found = await findRuleOfNow(ctx, approval, { tool, input, roleSlug: await findRequesterRole(ctx, approval) });
  if (!found) return;
  const { rule, problem } = found;
  if (rule.verdict === 'deny' && !problem) throw InvalidInput.of('input', refusalBy(rule, 'these arguments'));
  const isAsked = rule.verdict === 'ask' || problem !== null;
  if (isAsked && rule.id !== approval.ruleId && (await asksOthers(ctx, approval, rule)))
    throw InvalidInput.of(
      'input',
      `With these arguments the rule “${rule.name}” leaves the decision to others. Deny, and let the call be made anew.`,
    );
}
