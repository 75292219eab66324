import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { changeTool, requireOwnTool, type SavedTool } from './change-tool.ts';
import { lockWorkshop } from './open-workshop.ts';
import type { ToolDraft } from './tool-draft.ts';
import type { Workshop } from './tool-workshop.ts';

export type UpdateToolInput = ToolDraft & { slug: string; version: number; acknowledgeImpact?: boolean | null };

/** Changes what is given of a tool that the tenant authored. `version` is the one that the author looked at. */
export async function updateTool(ctx: Context, input: UpdateToolInput, workshop: Workshop): Promise<SavedTool> {
  requireCan(ctx.viewer, 'tools.tenant.update');
  const { slug, version, acknowledgeImpact, ...draft } = input;
  return ctx.transaction(async (inside) => {
    const locked = await lockWorkshop(inside, workshop);
    const row = await requireOwnTool(inside, locked, slug);
    return changeTool(inside, locked, { row, version, draft, acknowledgeImpact, action: 'tool.updated' });
  });
}
