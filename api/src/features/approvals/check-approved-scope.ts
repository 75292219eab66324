import type { Context } from '#access/context.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';
import { definitionDigestOf } from '#toolkit/definition-digest.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';

/** Whether what is looked at is what was asked about: the same definition, the same arguments, under the same rule. */
export async function isAsAsked(ctx: Context, approval: Approval, tool: ResolvedTool): Promise<boolean> {
  const { definitionDigest, input, inputDigest, ruleId, ruleRevision } = approval;
  if (definitionDigestOf(tool) !== definitionDigest || digestOf(input) !== inputDigest) return false;
  if (ruleId === null) return true;
  const rule = await ctx.db.approvalRule.findFirst({ where: { id: ruleId }, select: { revision: true } });
  return rule?.revision === ruleRevision;
}

type Starting = { id: string; input: unknown };

/** Whether what is about to run is what somebody approved; runs that nobody had to approve always are. */
export async function isWithinApproval(ctx: Context, { id, input }: Starting, tool: ResolvedTool): Promise<boolean> {
  const approval = await ctx.db.approval.findFirst({ where: { runId: id } });
  if (!approval) return true;
  const { definitionDigest, editedInput, inputDigest } = approval;
  const approvedDigest = editedInput === null ? inputDigest : digestOf(editedInput);
  return definitionDigest === definitionDigestOf(tool) && approvedDigest === digestOf(input);
}
