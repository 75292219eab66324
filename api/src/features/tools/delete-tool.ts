import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import { lockWorkshop } from './open-workshop.ts';
import { findPublishImpact, requireAcknowledged } from './publish-impact.ts';
import { removeOverride } from './reset-tool-override.ts';
import { deleteUnchanged } from './stale-edit.ts';
import { contentOf } from './tool-content.ts';
import { historyOfDeletions, recordToolVersion } from './tool-versions.ts';
import { findForTenant, type Workshop } from './tool-workshop.ts';

export type DeleteToolInput = { slug: string; version?: number | null; acknowledgeImpact?: boolean | null };

/** A tool of the tenant is removed, a changed built-in one goes back to what it was, and code stays. */
export async function deleteTool(ctx: Context, input: DeleteToolInput, workshop: Workshop): Promise<string> {
  requireCan(ctx.viewer, 'tools.tenant.delete');
  const { slug } = input;
  const isCode = Boolean(findForTenant(ctx, workshop, slug)?.definition);
  if (isCode) requireCan(ctx.viewer, 'tools.system.override');
  await ctx.transaction(async (inside) => {
    if (!isCode) return removeTool(inside, input, await lockWorkshop(inside, workshop));
    if (await removeOverride(inside, { slug, version: input.version, permission: 'tools.tenant.delete' })) return;
    throw InvalidInput.of('slug', `${slug} is built in and cannot be deleted. Switch it off instead.`);
  });
  return slug;
}

async function removeTool(
  ctx: Context,
  { slug, version, acknowledgeImpact }: DeleteToolInput,
  workshop: Workshop,
): Promise<void> {
  const row = await ctx.db.tool.findFirst({ where: { slug, kind: 'TENANT_CUSTOM' } });
  if (!row) throw new NotFound(`The tool ${slug}`);
  const content = contentOf(row);
  const impact = await findPublishImpact(ctx, { slug, ...content }, null, workshop.listeners);
  requireAcknowledged(impact, acknowledgeImpact);
  if (!(await deleteUnchanged(ctx, row, version, content))) throw new NotFound(`The tool ${slug}`);
  await recordToolVersion(ctx, historyOfDeletions(slug), {}, { number: row.revision, always: true });
  await appendAudit(ctx, {
    action: 'tool.deleted',
    target: { type: 'Tool', id: row.id },
    permission: 'tools.tenant.delete',
    details: { slug, version: row.revision, acknowledged: impact.length },
    before: content,
  });
  ctx.ring('Tool', row.id);
}
