import type { Context } from '#access/context.ts';
import { definitionDigestOf } from '#toolkit/definition-digest.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';

/** Whether what is about to run is what somebody approved; runs that nobody had to approve always are. */
export async function isWithinApproval(ctx: Context, runId: string, tool: ResolvedTool): Promise<boolean> {
  const approval = await ctx.db.approval.findFirst({ where: { runId } });
  return !approval || approval.definitionDigest === definitionDigestOf(tool);
}
