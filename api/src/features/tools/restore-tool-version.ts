import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { NotFound } from '#platform/errors.ts';
import { changeTool, requireOwnTool, type SavedTool } from './change-tool.ts';
import { findToolVersion } from './tool-versions.ts';
import type { Workshop } from './tool-workshop.ts';

export type RestoreToolVersionInput = { slug: string; version: number; acknowledgeImpact?: boolean | null };

/** Saves what an older version took, gave and did once more, as a new version. History is never rewritten. */
export async function restoreToolVersion(
  ctx: Context,
  input: RestoreToolVersionInput,
  workshop: Workshop,
): Promise<SavedTool> {
  requireCan(ctx.viewer, 'tools.tenant.update');
  return ctx.transaction(async (inside) => {
    const row = await requireOwnTool(inside, workshop, input.slug);
    const old = await findToolVersion(inside, row.id, input.version);
    if (!old) throw new NotFound(`Version ${input.version} of the tool ${input.slug}`);
    // The input schema follows from the fields. All else is checked again: what it refers to may be gone by now.
    const { inputSchema: _derived, ...draft } = old.content;
    return changeTool(inside, workshop, {
      row,
      version: row.revision,
      draft,
      acknowledgeImpact: input.acknowledgeImpact,
      action: 'tool.restored',
    });
  });
}
