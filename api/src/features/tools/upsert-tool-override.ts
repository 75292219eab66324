import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Prisma, type Tool } from '#generated/prisma/client.ts';
import { Conflict, InvalidInput } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { PermissionPolicy, ToolVisibility } from '#toolkit/tool-definition.ts';
import type { SavedTool } from './change-tool.ts';
import { findContradiction } from './execution-spec.ts';
import { OVERRIDE_WORDS, type OverrideWord } from './override-words.ts';
import { requireCodeTool } from './reset-tool-override.ts';
import { staleEdit } from './stale-edit.ts';
import { changedWords } from './tool-content.ts';
import { type GivenWords, parseWords } from './tool-draft-shape.ts';
import type { Workshop } from './tool-workshop.ts';

/** What is left out stays as it is; null goes back to what the code says. */
export type UpsertToolOverrideInput = {
  slug: string;
  version?: number | null;
  enabled?: boolean | null;
  name?: string | null;
  description?: string | null;
  category?: string | null;
  icon?: string | null;
  permissionPolicy?: PermissionPolicy | null;
  visibility?: ToolVisibility | null;
  outputSections?: unknown;
  display?: unknown;
};

type Patch = Partial<Record<OverrideWord, unknown>>;

function readPatch(input: UpsertToolOverrideInput, tool: ResolvedTool): Patch {
  const { values, problems } = parseWords(input, OVERRIDE_WORDS);
  if (values.permissionPolicy === 'auto' && tool.definition?.permissionPolicy === 'always_ask') {
    const message = 'This tool always asks for approval. That can be added to a tool, not taken away.';
    problems.push({ path: ['permissionPolicy'], message });
  }
  const contradiction = values.visibility && findContradiction(tool.executionType, values.visibility);
  if (contradiction) problems.push({ path: ['visibility'], message: contradiction });
  if (problems.length > 0) throw new InvalidInput(problems);
  const given = OVERRIDE_WORDS.filter((word) => input[word] !== undefined);
  if (given.length === 0) throw InvalidInput.of('slug', 'Say what to change about this tool.');
  return Object.fromEntries(given.map((word) => [word, values[word as keyof GivenWords] ?? null]));
}

const currentOf = (row: Tool | null): Record<OverrideWord, unknown> =>
  Object.fromEntries(OVERRIDE_WORDS.map((word) => [word, row?.[word] ?? null])) as Record<OverrideWord, unknown>;

function toColumns(patch: Patch) {
  const json = (word: 'outputSections' | 'display') => {
    if (patch[word] === undefined) return {};
    return { [word]: patch[word] === null ? Prisma.DbNull : (patch[word] as Prisma.InputJsonValue) };
  };
  return { ...patch, ...json('outputSections'), ...json('display') } as Prisma.ToolUpdateManyMutationInput;
}

/** Changes a built-in tool for this tenant alone. With a `version` it is refused if somebody saved in between. */
export async function upsertToolOverride(
  ctx: Context,
  input: UpsertToolOverrideInput,
  workshop: Workshop,
): Promise<SavedTool> {
  requireCan(ctx.viewer, 'tools.system.override');
  const tool = requireCodeTool(ctx, workshop, input.slug);
  const patch = readPatch(input, tool);
  return ctx.transaction(async (inside) => {
    const row = await inside.db.tool.findFirst({ where: { slug: tool.slug, kind: 'SYSTEM_OVERRIDE' } });
    const before = currentOf(row);
    const revision = row?.revision ?? 0;
    if (typeof input.version === 'number' && input.version !== revision) {
      if (row) throw await staleEdit(inside, row, input.version, before);
      throw new Conflict('Somebody reset this tool in the meantime. Look at it and save again.', {
        current: { version: 0, changed: before, updatedBy: null, updatedAt: null },
      });
    }
    const id = row?.id ?? newId();
    const saved = { ...toColumns(patch), revision: revision + 1, updatedBy: labelOf(ctx.viewer) };
    const { count } = row
      ? await inside.db.tool.updateMany({ where: { id, revision }, data: saved })
      : await inside.db.tool.createMany({
          data: [
            {
              ...(saved as Prisma.ToolCreateManyInput),
              id,
              tenantId: tenantIdOf(ctx.viewer),
              slug: tool.slug,
              kind: 'SYSTEM_OVERRIDE',
            },
          ],
          skipDuplicates: true,
        });
    if (count === 0) throw new Conflict('Somebody else saved this tool at the same moment. Look at it and save again.');
    const after = { ...before, ...patch };
    await appendAudit(inside, {
      action: 'toolOverride.saved',
      target: { type: 'Tool', id },
      permission: 'tools.system.override',
      details: { slug: tool.slug, version: revision + 1, changed: changedWords(before, after, OVERRIDE_WORDS) },
      before,
      after,
    });
    inside.ring('Tool', id);
    return { id, slug: tool.slug, version: revision + 1 };
  });
}
