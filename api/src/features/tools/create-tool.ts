import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { InvalidInput, SlugTaken } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { SavedTool } from './change-tool.ts';
import { composeTool } from './compose-tool.ts';
import { lockWorkshop } from './open-workshop.ts';
import { definitionOf, toColumns } from './tool-content.ts';
import type { ToolDraft } from './tool-draft.ts';
import { findNamesake, findSlugProblem } from './tool-slug.ts';
import { findToolVersions, historyOfDeletions, historyOfTool, recordToolVersion } from './tool-versions.ts';
import { surroundingsOf, type Workshop } from './tool-workshop.ts';

export type CreateToolInput = ToolDraft & { slug: string };

export async function createTool(ctx: Context, input: CreateToolInput, workshop: Workshop): Promise<SavedTool> {
  requireCan(ctx.viewer, 'tools.tenant.create');
  const { slug, ...draft } = input;
  const problem = findSlugProblem(slug);
  if (problem) throw InvalidInput.of('slug', problem);
  const taken = () => new SlugTaken(`There is a tool ${slug} already. Choose another slug.`);
  const id = newId();
  return ctx.transaction(async (inside) => {
    const locked = await lockWorkshop(inside, workshop);
    if (findNamesake(slug, locked.shelf)) throw taken();
    const { content } = await composeTool(null, draft, surroundingsOf(ctx, locked, slug));
    // Whoever still edits a former tool of this slug must not fit the new one by chance.
    const [former] = await findToolVersions(inside, historyOfDeletions(slug), 1);
    const version = (former?.version ?? 0) + 1;
    const { count } = await inside.db.tool.createMany({
      data: [
        {
          ...toColumns(content),
          id,
          tenantId: tenantIdOf(ctx.viewer),
          slug,
          kind: 'TENANT_CUSTOM',
          revision: version,
          updatedBy: labelOf(ctx.viewer),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) throw taken();
    const schemaVersion = await recordToolVersion(inside, historyOfTool(id), definitionOf(content));
    await appendAudit(inside, {
      action: 'tool.created',
      target: { type: 'Tool', id },
      permission: 'tools.tenant.create',
      details: { slug, version, schemaVersion },
      after: content,
    });
    inside.ring('Tool', id);
    return { id, slug, version };
  });
}
