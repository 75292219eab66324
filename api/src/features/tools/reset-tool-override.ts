import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { findForTenant, type Workshop } from './tool-workshop.ts';

/** A tool that is code, and that this tenant can have. */
export function requireCodeTool(ctx: Context, workshop: Workshop, slug: string): ResolvedTool {
  const tool = findForTenant(ctx, workshop, slug);
  if (!tool) throw new NotFound(`The tool ${slug}`);
  if (!tool.definition) throw InvalidInput.of('slug', `${slug} is a tool of your own. Change the tool itself.`);
  return tool;
}

/** Takes away what the tenant changed about a built-in tool. Answers whether there was anything. */
export async function removeOverride(ctx: Context, slug: string, permission: string): Promise<boolean> {
  const row = await ctx.db.tool.findFirst({ where: { slug, kind: 'SYSTEM_OVERRIDE' } });
  if (!row) return false;
  const { count } = await ctx.db.tool.deleteMany({ where: { id: row.id } });
  if (count === 0) return false;
  await appendAudit(ctx, {
    action: 'toolOverride.reset',
    target: { type: 'Tool', id: row.id },
    permission,
    details: { slug, version: row.revision },
    before: row,
  });
  ctx.ring('Tool', row.id);
  return true;
}

/** Resetting twice is no mistake. */
export async function resetToolOverride(ctx: Context, input: { slug: string }, workshop: Workshop): Promise<string> {
  requireCan(ctx.viewer, 'tools.system.override');
  const { slug } = requireCodeTool(ctx, workshop, input.slug);
  await ctx.transaction((inside) => removeOverride(inside, slug, 'tools.system.override'));
  return slug;
}
