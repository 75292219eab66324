import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { builder } from '#graphql/builder.ts';
import { openNode } from '#graphql/nodes.ts';
import { idOf } from '#platform/ids.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { findFavourites } from './favourites.ts';
import { FieldDefinitionType } from './field.graphql.ts';
import { evaluationFor, findTools } from './find-tools.ts';
import { inputFor } from './input-for.ts';
import {
  ExecutionTypeEnum,
  PermissionPolicyEnum,
  ToolKindEnum,
  ToolOriginEnum,
  ToolVisibilityEnum,
} from './tool-enums.graphql.ts';

openNode('Tool', 'tools.tenant.read');

const OutputSection = builder.objectRef<ResolvedTool['outputSections'][number]>('ToolOutputSection').implement({
  description: "How one part of a tool's output is shown.",
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The property of the output.' }),
    label: t.exposeString('label', { description: 'Its heading.' }),
    type: t.exposeString('type', { description: 'One of summary, table, chart, radar, ranking and custom.' }),
    config: t.expose('config', { type: 'JSON', nullable: true, description: 'More for the renderer.' }),
  }),
});

const InputExample = builder.objectRef<ResolvedTool['inputExamples'][number]>('ToolInputExample').implement({
  description: 'A sample of what one may send.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'What it shows, in one sentence.' }),
    input: t.expose('input', { type: 'JSON', description: 'The fields it fills.' }),
  }),
});

const RequiredSecretType = builder.objectRef<ResolvedTool['requiredSecrets'][number]>('ToolRequiredSecret').implement({
  description: 'A secret that a tool needs to work.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its key.' }),
    label: t.exposeString('label', { description: 'What to ask the admin for.' }),
    optional: t.boolean({
      description: 'Whether the tool works without it.',
      resolve: (secret) => secret.optional ?? false,
    }),
  }),
});

export const ToolType = builder.objectRef<ResolvedTool>('Tool');

const ids = new WeakMap<ResolvedTool, { tenantId: string; id: string }>();

/** Worked out once for as long as the shelf is kept: a page shows many, and `node` looks through all. */
function toolIdOf(tool: ResolvedTool, tenantId: string): string {
  const known = ids.get(tool);
  if (known?.tenantId === tenantId) return known.id;
  const id = idOf(tenantId, tool.slug);
  ids.set(tool, { tenantId, id });
  return id;
}

type InputWord = 'inputSchema' | 'fields';

/** What the tool takes from the caller. Answers at once for all but the few tools that ask who asks. */
function inputOf<Word extends InputWord>(tool: ResolvedTool, ctx: Context, word: Word) {
  if (!tool.definition?.inputFor) return tool[word];
  return evaluationFor(ctx).then(({ availability }) => inputFor(tool, availability)[word]);
}

builder.node(ToolType, {
  description: 'One action that people and agents can use, as this tenant has it.',
  id: {
    resolve: (tool, _args, ctx) => toolIdOf(tool, tenantIdOf(ctx.viewer)),
    description: 'Opaque id of the tool in this tenant.',
  },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'slug' in value && 'origin' in value,
  loadOne: async (id, ctx) => {
    const { included } = await findTools(ctx);
    const tenantId = tenantIdOf(ctx.viewer);
    return included.find((tool) => toolIdOf(tool, tenantId) === id) ?? null;
  },
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Its name for machines; unique in the tenant.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'When to use it, for people and models alike.' }),
    category: t.exposeString('category', { description: 'Its shelf in the library.' }),
    icon: t.exposeString('icon', { description: 'Name of a Lucide icon.' }),
    origin: t.expose('origin', { type: ToolOriginEnum, description: 'Where it comes from.' }),
    kind: t.expose('kind', {
      type: ToolKindEnum,
      nullable: true,
      description: 'What the tenant keeps about it; null for plain code.',
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the tenant has it switched on.' }),
    permissionPolicy: t.expose('permissionPolicy', {
      type: PermissionPolicyEnum,
      description: 'Whether calls by machines wait.',
    }),
    requiredPermission: t.exposeString('requiredPermission', {
      nullable: true,
      description: 'The right it takes to use it.',
    }),
    executionType: t.expose('executionType', { type: ExecutionTypeEnum, description: 'Where it does its work.' }),
    visibility: t.expose('visibility', { type: ToolVisibilityEnum, description: 'What a space shows of a call.' }),
    inputSchema: t.field({
      type: 'JSON',
      description: 'JSON Schema 2020-12 of the input, as it is for whoever asks.',
      resolve: (tool, _args, ctx) => inputOf(tool, ctx, 'inputSchema'),
    }),
    outputSchema: t.expose('outputSchema', {
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema 2020-12 of the output.',
    }),
    fields: t.field({
      type: [FieldDefinitionType],
      complexity: { field: 1, multiplier: 5 },
      description: 'The input as fields of a form: each property of `inputSchema` has one.',
      resolve: (tool, _args, ctx) => inputOf(tool, ctx, 'fields'),
    }),
    fieldTree: t.field({
      type: ['JSON'],
      description: 'The same `fields`, each with all that lies within it, as `createTool` takes them.',
      resolve: (tool, _args, ctx) => inputOf(tool, ctx, 'fields'),
    }),
    executionSpec: t.field({
      type: 'JSON',
      nullable: true,
      description: 'How it works, for those who may change tools; null for code.',
      authScopes: { may: 'tools.tenant.update' },
      unauthorizedResolver: () => null,
      resolve: (tool) => tool.executionSpec,
    }),
    outputSections: t.field({
      type: [OutputSection],
      description: 'How the output is shown.',
      resolve: (tool) => [...tool.outputSections],
    }),
    inputExamples: t.field({
      type: [InputExample],
      description: 'Samples of input.',
      resolve: (tool) => [...tool.inputExamples],
    }),
    sensitiveFields: t.stringList({
      description: 'Names of inputs and outputs that are hidden in runs, events and approvals; the caller gets them.',
      resolve: (tool) => [...tool.sensitiveFields],
    }),
    requiredSecrets: t.field({
      type: [RequiredSecretType],
      description: 'Secrets it needs.',
      resolve: (tool) => [...tool.requiredSecrets],
    }),
    display: t.expose('display', {
      type: 'JSON',
      nullable: true,
      description: 'Names a component that shows its calls; of a `client` tool, the one in which people answer.',
    }),
    formSpec: t.expose('formSpec', {
      type: 'JSON',
      nullable: true,
      description: 'How its form is laid out: `groups` of fields, and what to say differently of some.',
    }),
    viewSpec: t.expose('viewSpec', {
      type: 'JSON',
      nullable: true,
      description: 'How its result is laid out: `blocks` of the kinds stats, chart and table.',
    }),
    isFavourite: t.boolean({
      description: 'Whether the person who asks keeps it at hand.',
      resolve: async (tool, _args, ctx) => (await findFavourites(ctx)).has(tool.slug),
    }),
    base: t.field({
      type: ToolType,
      nullable: true,
      complexity: { field: 1, multiplier: 1 },
      description: 'The tool as it is without what this tenant changed; null when it changed nothing.',
      resolve: (tool) => tool.base,
    }),
    overridden: t.field({
      type: ['String'],
      description: 'Names of what this tenant changed about a tool that is code.',
      resolve: (tool) => [...tool.overridden],
    }),
    version: t.exposeInt('version', { description: 'Grows with every accepted save; 0 for code without a row.' }),
  }),
});
