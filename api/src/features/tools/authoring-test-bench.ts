import { z } from 'zod';
import type { Context } from '#access/context.ts';
import { newRequestId } from '#platform/ids.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { type Role, type Story, tellStory } from '../../../test/story.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { toCodeTool } from './code-tools.ts';
import { type CreateToolInput, createTool } from './create-tool.ts';
import { deleteTool } from './delete-tool.ts';
import { makeShelf } from './make-shelf.ts';
import { PUBLISH_LISTENERS } from './publish-impact.ts';
import { resetToolOverride } from './reset-tool-override.ts';
import { restoreToolVersion } from './restore-tool-version.ts';
import type { Workshop } from './tool-workshop.ts';
import { updateTool } from './update-tool.ts';
import { upsertToolOverride } from './upsert-tool-override.ts';

const code = (slug: string, more: Partial<ToolDefinition> = {}) =>
  toCodeTool(
    defineTool({
      slug,
      name: slug,
      description: 'A tool in code.',
      category: 'test',
      icon: 'wrench',
      origin: 'system',
      input: z.object({ query: z.string() }),
      output: z.object({ answer: z.string() }),
      execute: () => ({ answer: '' }),
      ...more,
    } as ToolDefinition),
  );
const CODE_TOOLS = [
  code('webSearch'),
  code('deleteAll', { permissionPolicy: 'always_ask', executionType: 'internal' }),
  code('imsOnly', { tenantSlugs: ['ims'] }),
];
export const FIELD = { name: 'city', label: 'City', type: 'text', required: true };

export async function workshopOf(ctx: Context): Promise<Workshop> {
  return {
    shelf: makeShelf({ codeTools: CODE_TOOLS, global: [], secretsSet: new Set() }, await ctx.db.tool.findMany()),
    runnableKinds: new Set(['http', 'static', 'composition']),
    listeners: PUBLISH_LISTENERS,
  };
}

export const draft = (slug: string, more: object = {}): CreateToolInput => ({
  slug,
  name: `Tool ${slug}`,
  description: 'Use it in tests.',
  category: 'test',
  icon: 'wrench',
  fields: [FIELD],
  outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  executionSpec: { kind: 'http', url: 'https://api.example.com/{{input.city}}' },
  ...more,
});

export const composition = (toolSlug: string, inputMap: object = { city: 'Rome' }, output: object = {}) => ({
  kind: 'composition',
  steps: [{ id: 'one', toolSlug, inputMap }],
  output,
});

type Input<Verb extends (ctx: Context, input: never, workshop: Workshop) => unknown> = Parameters<Verb>[1];

/** The verbs of authors, each with a workshop of the moment. */
export const create = async (ctx: Context, slug: string, more: object = {}) =>
  createTool(ctx, draft(slug, more), await workshopOf(ctx));
export const update = async (ctx: Context, input: Input<typeof updateTool>) =>
  updateTool(ctx, input, await workshopOf(ctx));
export const restore = async (ctx: Context, input: Input<typeof restoreToolVersion>) =>
  restoreToolVersion(ctx, input, await workshopOf(ctx));
export const remove = async (ctx: Context, input: Input<typeof deleteTool>) =>
  deleteTool(ctx, input, await workshopOf(ctx));
export const override = async (ctx: Context, input: Input<typeof upsertToolOverride>) =>
  upsertToolOverride(ctx, input, await workshopOf(ctx));
export const reset = async (ctx: Context, input: Input<typeof resetToolOverride>) =>
  resetToolOverride(ctx, input, await workshopOf(ctx));

export const rowOf = (ctx: Context, slug: string) => ctx.db.tool.findFirstOrThrow({ where: { slug } });
export const auditOf = (ctx: Context, id: string) =>
  ctx.db.auditEntry.findMany({ where: { targetId: id }, orderBy: { seq: 'asc' } });

/** People of tenants of their own. */
export function castOf(app: () => TestApp) {
  const contextOf = async (story: Story, role: Role = 'admin') =>
    app().createContext((await story.as(role)).viewer, newRequestId());
  return { contextOf, newContext: async () => contextOf(await tellStory(app())) };
}
