import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { overrideOf } from './override-words.ts';
import { deleteUnchanged } from './stale-edit.ts';
import { historyOfOverride, recordToolVersion } from './tool-versions.ts';
import { findForTenant, type Workshop } from './tool-workshop.ts';

/** A tool that is code, and that this tenant can have. */
export function requireCodeTool(ctx: Context, workshop: Workshop, slug: string): ResolvedTool {
  const tool = findForTenant(ctx, workshop, slug);
  if (!tool) throw new NotFound(`The tool ${slug}`);
  if (!tool.definition) throw InvalidInput.of('slug', `${slug} is a tool of your own. Change the tool itself.`);
  return tool;
}

type Removal = { slug: string; version?: number | null; permission: string };

/** Takes away what the tenant changed about a built-in tool. Answers whether there was anything. */
export async function removeOverride(ctx: Context, { slug, version, permission }: Removal): Promise<boolean> {
  const row = await ctx.db.tool.findFirst({ where: { slug, kind: 'SYSTEM_OVERRIDE' } });
  if (!row || !(await deleteUnchanged(ctx, row, version, overrideOf(row)))) return false;
  await recordToolVersion(ctx, historyOfOverride(slug), {}, { number: row.revision + 1, always: true });
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

type ResetToolOverrideInput = { slug: string; version?: number | null };

/** Resetting twice is no mistake. */
export async function resetToolOverride(
  ctx: Context,
  input: ResetToolOverrideInput,
  workshop: Workshop,
): Promise<string> {
  requireCan(ctx.viewer, 'tools.system.override');
  const { slug } = requireCodeTool(ctx, workshop, input.slug);
  const permission = 'tools.system.override';
  await ctx.transaction((inside) => removeOverride(inside, { slug, version: input.version, permission }));
  return slug;
}
