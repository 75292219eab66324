import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { digestOf } from '#platform/canonical.ts';
import { definitionDigestOf } from '#toolkit/definition-digest.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';

const findTerms = batchBy<string, number>(async (ctx, ids) => {
  const rules = await ctx.db.approvalRule.findMany({
    where: { id: { in: ids } },
    select: { id: true, termsRevision: true },
  });
  return new Map(rules.map(({ id, termsRevision }) => [id, termsRevision]));
});

/** Why a call cannot be approved any more, only denied; null while it is as it was asked: definition, arguments, rule. */
export async function whyVoid(ctx: Context, approval: Approval): Promise<string | null> {
  const { toolSlug, definitionDigest, input, inputDigest, ruleId, ruleRevision, isOutdated } = approval;
  const tool = (await ctx.tools.of(tenantIdOf(ctx.viewer))).find(toolSlug);
  if (!tool) return 'The tool is gone.';
  if (definitionDigestOf(tool) !== definitionDigest) return 'The tool has changed since the call was made.';
  if (digestOf(input) !== inputDigest) return 'The arguments have changed since the call was made.';
  if (ruleId === null) return null;
  const terms = await findTerms(ctx, ruleId);
  // A rule that is switched off or gone asks nobody else: what was asked under it stays as it was asked.
  const isChanged = terms === undefined ? isOutdated : terms !== ruleRevision;
  return isChanged ? 'The approval rule that asked has changed since the call was made.' : null;
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
