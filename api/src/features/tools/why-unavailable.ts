import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { explainTool } from './evaluate-tools.ts';
import { evaluationFor } from './find-tools.ts';

export const TOOL_GONE = 'The tool is gone.';

type Asked = {
  toolSlug: string;
  /** Whether it was only tried, by somebody who can change tools. */
  isTest: boolean;
};

/** Why the caller of an earlier moment could not make the same call now; null while they could. */
export async function whyUnavailable(ctx: Context, { toolSlug, isTest }: Asked): Promise<string | null> {
  const { viewer } = ctx;
  if (!can(viewer, 'tools.tenant.read') || !can(viewer, 'tools.tenant.execute'))
    return 'Whoever asked for the call may not run tools any more.';
  const tool = (await ctx.tools.of(tenantIdOf(viewer))).find(toolSlug);
  if (!tool) return TOOL_GONE;
  const mayBeOff = isTest && can(viewer, 'tools.tenant.update');
  const closed = explainTool(tool, await evaluationFor(ctx)).find(
    ({ passed, gate }) => !passed && !(mayBeOff && gate === 'tenant_disabled'),
  );
  if (!closed) return null;
  if (closed.gate === 'tenant_allowlist') return TOOL_GONE;
  return `The tool is not available any more to whoever asked for the call. ${closed.reason}`;
}
