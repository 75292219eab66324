import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { PUBLISH_LISTENERS } from './publish-impact.ts';
import type { Workshop } from './tool-workshop.ts';

/** Where the caller's tenant authors its tools. */
export async function openWorkshop(ctx: Context): Promise<Workshop> {
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  const listeners = [...PUBLISH_LISTENERS, ...ctx.publishListeners];
  return { shelf, runnableKinds: ctx.tools.runnableKinds, admitted: ctx.egressAllow, listeners };
}
