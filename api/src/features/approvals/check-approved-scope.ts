import type { Context } from '#access/context.ts';
import { recallViewers } from '#access/recall-viewer.ts';
import { tenantIdOf, type Viewer } from '#access/viewer.ts';
import { TOOL_GONE, whyUnavailable } from '#features/tools/why-unavailable.ts';
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

const findRequesters = batchBy<string, Viewer>((ctx, ids) =>
  recallViewers({ system: ctx.db, clock: ctx.clock }, tenantIdOf(ctx.viewer), ids),
);

const findTests = batchBy<string, boolean>(async (ctx, ids) => {
  const heads = await ctx.db.runHead.findMany({ where: { id: { in: ids } }, select: { id: true, test: true } });
  return new Map(heads.map(({ id, test }) => [id, test]));
});

/** What is said of somebody who asked and cannot be found any more. */
export function goneBecause(kind: string): string {
  if (kind === 'apiKey') return 'The key that made the call was revoked or has run out.';
  return 'Whoever asked for the call is not a member any more.';
}

/** A call runs with the rights that whoever asked for it has then. */
async function whyNotRunnable(ctx: Context, approval: Approval): Promise<string | null> {
  const { toolSlug, requesterKind, requesterId, runId } = approval;
  const [viewer, isTest = false] = await Promise.all([
    requesterId === null ? undefined : findRequesters(ctx, requesterId),
    findTests(ctx, runId),
  ]);
  return viewer ? whyUnavailable({ ...ctx, viewer }, { toolSlug, isTest }) : goneBecause(requesterKind);
}

/** Why a call cannot be approved any more, only denied; null while it is as it was asked and could run. */
export async function whyVoid(ctx: Context, approval: Approval): Promise<string | null> {
  const { toolSlug, definitionDigest, input, inputDigest, ruleId, ruleRevision, isOutdated } = approval;
  const tool = (await ctx.tools.of(tenantIdOf(ctx.viewer))).find(toolSlug);
  if (!tool) return TOOL_GONE;
  if (definitionDigestOf(tool) !== definitionDigest) return 'The tool has changed since the call was made.';
  if (digestOf(input) !== inputDigest) return 'The arguments have changed since the call was made.';
  const reason = await whyNotRunnable(ctx, approval);
  if (reason || ruleId === null) return reason;
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
