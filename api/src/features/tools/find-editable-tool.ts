import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { NotFound } from '#platform/errors.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { openWorkshop } from './open-workshop.ts';
import { findForTenant } from './tool-workshop.ts';

/** A tool as an editor sees it: also when it is switched off. */
export async function findEditableTool(ctx: Context, slug: string): Promise<ResolvedTool | null> {
  if (!can(ctx.viewer, 'tools.tenant.update')) return null;
  const tool = findForTenant(ctx, await openWorkshop(ctx), slug);
  return tool && !tool.harness ? tool : null;
}

/** For the answer to a save, whoever saved. */
export async function requireSavedTool(ctx: Context, slug: string): Promise<ResolvedTool> {
  const tool = findForTenant(ctx, await openWorkshop(ctx), slug);
  if (!tool) throw new NotFound(`The tool ${slug}`);
  return tool;
}
