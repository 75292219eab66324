import type { Context } from '#access/context.ts';
import { recallViewers } from '#access/recall-viewer.ts';
import { findScope, tenantIdOf, type Viewer } from '#access/viewer.ts';
import { wholeDigestOf } from '#features/tools/whole-digest.ts';
import { TOOL_GONE, whyUnavailable } from '#features/tools/why-unavailable.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { digestOf } from '#platform/canonical.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { findRuleOfNow, refusalBy } from './judge-now.ts';
import { whyOutOfReach } from './out-of-reach.ts';
import { findRunHead, whyAboveStuck } from './runs-above.ts';

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

/** What is said of somebody who asked and cannot be found any more. */
export function goneBecause(kind: string): string {
  if (kind === 'apiKey') return 'The key that made the call was revoked or has run out.';
  return 'Whoever asked for the call is not a member any more.';
}

/** A call runs with the rights that whoever asked for it has then, and by the rules of then. */
async function whyNotRunnable(ctx: Context, approval: Approval, tool: ResolvedTool): Promise<string | null> {
  const { toolSlug, requesterKind, requesterId, runId } = approval;
  const [viewer, head] = await Promise.all([
    requesterId === null ? undefined : findRequesters(ctx, requesterId),
    findRunHead(ctx, runId),
  ]);
  if (!viewer) return goneBecause(requesterKind);
  const reason = await whyUnavailable({ ...ctx, viewer }, { toolSlug, isTest: head?.test ?? false });
  if (reason) return reason;
  const input = approval.input as Record<string, unknown>;
  const found = await findRuleOfNow(ctx, approval, { tool, input, roleSlug: findScope(viewer)?.roleSlug ?? null });
  if (found?.rule.verdict === 'deny' && !found.problem) return refusalBy(found.rule, 'this call by now');
  return whyAboveStuck(ctx, runId, viewer);
}

/** Why a call cannot be approved any more, only denied; null while it is as it was asked and could run. */
export async function whyVoid(ctx: Context, approval: Approval): Promise<string | null> {
  const { toolSlug, definitionDigest, input, inputDigest, ruleId, ruleRevision, isOutdated } = approval;
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  const tool = shelf.find(toolSlug);
  if (!tool) return TOOL_GONE;
  if (wholeDigestOf(tool, shelf.find) !== definitionDigest) return 'The tool has changed since the call was made.';
  if (digestOf(input) !== inputDigest) return 'The arguments have changed since the call was made.';
  const reason = await whyNotRunnable(ctx, approval, tool);
  if (reason || ruleId === null) return reason;
  const terms = await findTerms(ctx, ruleId);
  // A rule that is switched off or gone asks nobody else: what was asked under it stays as it was asked.
  const isChanged = terms === undefined ? isOutdated : terms !== ruleRevision;
  if (isChanged) return 'The approval rule that asked has changed since the call was made.';
  return whyOutOfReach(ctx, approval);
}

type Starting = { id: string; input: unknown };

/** Whether what is about to run is what somebody approved; runs that nobody had to approve always are. */
export async function isWithinApproval(ctx: Context, { id, input }: Starting, tool: ResolvedTool): Promise<boolean> {
  const approval = await ctx.db.approval.findFirst({ where: { runId: id } });
  if (!approval) return true;
  const { definitionDigest, editedInput, inputDigest } = approval;
  const approvedDigest = editedInput === null ? inputDigest : digestOf(editedInput);
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  return definitionDigest === wholeDigestOf(tool, shelf.find) && approvedDigest === digestOf(input);
}
