import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { lockAuditChain } from '#features/audit/append-audit.ts';
import { PUBLISH_LISTENERS } from './publish-impact.ts';
import type { Workshop } from './tool-workshop.ts';

/** Where the caller's tenant authors its tools. */
export async function openWorkshop(ctx: Context): Promise<Workshop> {
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  const listeners = [...PUBLISH_LISTENERS, ...ctx.publishListeners];
  return { shelf, runnableKinds: ctx.tools.runnableKinds, listeners };
}

/**
 * The same for the rest of a transaction, with the tools as they are by now: from here on nobody else of the tenant saves,
 * so that two tools which fit by themselves cannot be saved into a circle, or under names that are one to a model.
 */
export async function lockWorkshop(ctx: Context, workshop: Workshop): Promise<Workshop> {
  await lockAuditChain(ctx);
  return { ...workshop, shelf: workshop.shelf.withRows(await ctx.db.tool.findMany()) };
}
