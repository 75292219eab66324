import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { explainTool } from './evaluate-tools.ts';
import { evaluationFor } from './find-tools.ts';
import { openWorkshop } from './open-workshop.ts';
import { findForTenant } from './tool-workshop.ts';

/** A tool that an editor can try: it need not be switched on, all other gates hold. */
export async function findTestableTool(ctx: Context, slug: string): Promise<ResolvedTool | null> {
  if (!can(ctx.viewer, 'tools.tenant.update')) return null;
  const tool = findForTenant(ctx, await openWorkshop(ctx), slug);
  if (!tool) return null;
  const verdicts = explainTool(tool, await evaluationFor(ctx));
  return verdicts.every(({ passed, gate }) => passed || gate === 'tenant_disabled') ? tool : null;
}
