import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { Conflict, InvalidInput } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { PermissionPolicy, ToolVisibility } from '#toolkit/tool-definition.ts';
import { findContradiction } from '#toolkit/tool-placement.ts';
import type { SavedTool } from './change-tool.ts';
import { decidedIn, OVERRIDE_WORDS, type OverrideWord, overrideOf } from './override-words.ts';
import { requireCodeTool } from './reset-tool-override.ts';
import { staleEdit } from './stale-edit.ts';
import { changedWords } from './tool-content.ts';
import { type GivenWords, parseWords } from './tool-draft-shape.ts';
import { findToolVersions, historyOfOverride, recordToolVersion } from './tool-versions.ts';
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

function toColumns(patch: Patch) {
  const json = (word: 'outputSections' | 'display') => {
    if (patch[word] === undefined) return {};
    return { [word]: patch[word] === null ? Prisma.DbNull : (patch[word] as Prisma.InputJsonValue) };
  };
  return { ...patch, ...json('outputSections'), ...json('display') } as Prisma.ToolUpdateManyMutationInput;
}

/** Where the numbers of a tool go on whose row was taken away: an edit of the former row must not fit a new one. */
async function lastRevision(ctx: Context, slug: string): Promise<number> {
  const [latest] = await findToolVersions(ctx, historyOfOverride(slug), 1);
  return latest?.version ?? 0;
}

/** Changes a built-in tool for this tenant alone. With a `version` it is refused if somebody saved in between. */
export async function upsertToolOverride(
  ctx: Context,
  input: UpsertToolOverrideInput,
  workshop: Workshop,
  action = 'toolOverride.saved',
): Promise<SavedTool> {
  requireCan(ctx.viewer, 'tools.system.override');
  const tool = requireCodeTool(ctx, workshop, input.slug);
  const patch = readPatch(input, tool);
  return ctx.transaction(async (inside) => {
    const row = await inside.db.tool.findFirst({ where: { slug: tool.slug, kind: 'SYSTEM_OVERRIDE' } });
    const before = overrideOf(row);
    const seen = row?.revision ?? 0;
    if (typeof input.version === 'number' && input.version !== seen) {
      if (row) throw await staleEdit(inside, row, input.version, before);
      throw new Conflict('Somebody reset this tool in the meantime. Look at it and save again.', {
        current: { version: 0, changed: before, updatedBy: null, updatedAt: null },
      });
    }
    const id = row?.id ?? newId();
    const revision = 1 + (row?.revision ?? (await lastRevision(inside, tool.slug)));
    const saved = { ...toColumns(patch), revision, updatedBy: labelOf(ctx.viewer) };
    const { count } = row
      ? await inside.db.tool.updateMany({ where: { id, revision: seen }, data: saved })
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
    const history = historyOfOverride(tool.slug);
    const schemaVersion = await recordToolVersion(inside, history, decidedIn(after), { number: revision });
    await appendAudit(inside, {
      action,
      target: { type: 'Tool', id },
      permission: 'tools.system.override',
      details: {
        slug: tool.slug,
        version: revision,
        schemaVersion,
        changed: changedWords(before, after, OVERRIDE_WORDS),
      },
      before,
      after,
    });
    inside.ring('Tool', id);
    return { id, slug: tool.slug, version: revision };
  });
}
