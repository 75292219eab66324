import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { NotFound } from '#platform/errors.ts';
import { changeTool, requireOwnTool, type SavedTool } from './change-tool.ts';
import { lockWorkshop } from './open-workshop.ts';
import { OVERRIDE_WORDS } from './override-words.ts';
import { findToolVersion, type History, historyOfOverride, historyOfTool } from './tool-versions.ts';
import { findForTenant, type Workshop } from './tool-workshop.ts';
import { type UpsertToolOverrideInput, upsertToolOverride } from './upsert-tool-override.ts';

export type RestoreToolVersionInput = {
  slug: string;
  /** A number of its history. */
  version: number;
  /** The revision that the author looked at. */
  toolVersion?: number | null;
  acknowledgeImpact?: boolean | null;
};

async function requireVersion(ctx: Context, { slug, version }: RestoreToolVersionInput, history: History) {
  const old = await findToolVersion(ctx, history, version);
  if (!old) throw new NotFound(`Version ${version} of the tool ${slug}`);
  return old.content;
}

/** Saves what an older version said once more, as a new version. History is never rewritten. */
export async function restoreToolVersion(
  ctx: Context,
  input: RestoreToolVersionInput,
  workshop: Workshop,
): Promise<SavedTool> {
  requireCan(ctx.viewer, 'tools.tenant.update');
  if (findForTenant(ctx, workshop, input.slug)?.definition) return restoreOverride(ctx, input, workshop);
  return ctx.transaction(async (inside) => {
    const locked = await lockWorkshop(inside, workshop);
    const row = await requireOwnTool(inside, locked, input.slug);
    // The input schema follows from the fields. All else is checked again: what it refers to may be gone by now.
    const { inputSchema: _derived, ...draft } = await requireVersion(inside, input, historyOfTool(row.id));
    return changeTool(inside, locked, {
      row,
      version: input.toolVersion ?? row.revision,
      draft,
      acknowledgeImpact: input.acknowledgeImpact,
      action: 'tool.restored',
    });
  });
}

/** What the older version did not decide goes back to the code. */
async function restoreOverride(ctx: Context, input: RestoreToolVersionInput, workshop: Workshop): Promise<SavedTool> {
  requireCan(ctx.viewer, 'tools.system.override');
  const { slug, toolVersion } = input;
  const content = await requireVersion(ctx, input, historyOfOverride(slug));
  const words = Object.fromEntries(OVERRIDE_WORDS.map((word) => [word, content[word] ?? null]));
  const restored: UpsertToolOverrideInput = { ...words, slug, version: toolVersion };
  return upsertToolOverride(ctx, restored, workshop, 'toolOverride.restored');
}
