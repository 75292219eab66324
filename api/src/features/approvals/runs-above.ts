import type { Context } from '#access/context.ts';
import { tenantIdOf, type Viewer } from '#access/viewer.ts';
import { whyUnavailable } from '#features/tools/why-unavailable.ts';
import { batchBy } from '#graphql/batch.ts';
import { definitionDigestOf } from '#toolkit/definition-digest.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';

type Head = { parentRunId: string | null; toolSlug: string; test: boolean };

export const findRunHead = batchBy<string, Head>(async (ctx, ids) => {
  const select = { id: true, parentRunId: true, toolSlug: true, test: true };
  const heads = await ctx.db.runHead.findMany({ where: { id: { in: ids } }, select });
  return new Map(heads.map((head) => [head.id, head]));
});

/** What the tool of a run was when the run began; kept of those whose steps may wait. */
const findDefinition = batchBy<string, string>(async (ctx, ids) => {
  const events = await ctx.db.sessionEvent.findMany({
    where: { runId: { in: ids }, type: 'tool.started' },
    select: { runId: true, payload: true },
  });
  return new Map(
    events.flatMap(({ runId, payload }) => {
      const { definition } = payload as { definition?: string };
      return runId && definition ? [[runId, definition] as const] : [];
    }),
  );
});

/** Whether a run that has begun would go on with other steps than it began with. */
export async function hasChangedSince(ctx: Context, runId: string, tool: ResolvedTool): Promise<boolean> {
  if (tool.executionSpec?.kind !== 'composition') return false;
  const definition = await findDefinition(ctx, runId);
  return definition !== undefined && definition !== definitionDigestOf(tool);
}

/** Why a step that waits would be made for nothing: a run that it is a step of cannot go on. */
export async function whyAboveStuck(ctx: Context, runId: string, requester: Viewer): Promise<string | null> {
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  for (let at = (await findRunHead(ctx, runId))?.parentRunId; at; ) {
    const run = await findRunHead(ctx, at);
    if (!run) return null;
    const { toolSlug, test: isTest } = run;
    const reason = await whyUnavailable({ ...ctx, viewer: requester }, { toolSlug, isTest });
    if (reason) return `It is a step of ${toolSlug}. ${reason}`;
    const tool = shelf.find(toolSlug);
    if (tool && (await hasChangedSince(ctx, at, tool))) return `It is a step of ${toolSlug}, which has changed since.`;
    at = run.parentRunId;
  }
  return null;
}
