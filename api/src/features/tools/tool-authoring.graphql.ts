import { builder } from '#graphql/builder.ts';
import { createTool } from './create-tool.ts';
import { deleteTool } from './delete-tool.ts';
import { openWorkshop } from './open-workshop.ts';
import { resetToolOverride } from './reset-tool-override.ts';
import { restoreToolVersion } from './restore-tool-version.ts';
import { ExecutionTypeEnum, PermissionPolicyEnum, ToolVisibilityEnum } from './tool-enums.graphql.ts';
import { overrideWords, presentationWords, savedTool } from './tool-words.graphql.ts';
import { updateTool } from './update-tool.ts';
import { upsertToolOverride } from './upsert-tool-override.ts';

const SEEN = 'The version you looked at; a stale one is refused with what changed. Left out, the present one counts.';
const ACKNOWLEDGE = 'Save although something relies on what goes away; the refusal lists what.';

builder.relayMutationField(
  'createTool',
  {
    description: 'The tool to author: what it is, what it takes, how it works.',
    inputFields: (t) => ({
      slug: t.string({ required: true, description: 'Name for machines; cannot be changed later.' }),
      name: t.string({ required: true, description: 'Name for people.' }),
      description: t.string({ required: true, description: 'When to use it, for people and models.' }),
      category: t.string({ required: true, description: 'Its shelf in the library.' }),
      icon: t.string({ required: true, description: 'Name of a Lucide icon.' }),
      fields: t.field({ type: ['JSON'], description: 'The input as field definitions; this or `inputSchema`.' }),
      inputSchema: t.field({ type: 'JSON', description: 'The input as JSON Schema; this or `fields`.' }),
      outputSchema: t.field({
        type: 'JSON',
        description: 'The output as JSON Schema. A run whose output does not fit it ends with `INVALID_OUTPUT`.',
      }),
      executionSpec: t.field({ type: 'JSON', required: true, description: 'How it works, by `kind`.' }),
      permissionPolicy: t.field({
        type: PermissionPolicyEnum,
        defaultValue: 'auto',
        description: 'Whether calls by machines wait.',
      }),
      executionType: t.field({
        type: ExecutionTypeEnum,
        description: 'Where it works; follows from the kind otherwise.',
      }),
      ...presentationWords(t),
      enabled: t.boolean({ defaultValue: true, description: 'Whether it is switched on.' }),
    }),
  },
  {
    description: 'Authors a tool. Needs `tools.tenant.create`.',
    authScopes: { may: 'tools.tenant.create' },
    resolve: async (_root, { input }, ctx) => createTool(ctx, input, await openWorkshop(ctx)),
  },
  savedTool,
);

builder.relayMutationField(
  'updateTool',
  {
    description: 'What to change; what is left out stays.',
    inputFields: (t) => ({
      slug: t.string({ required: true, description: 'The tool.' }),
      version: t.int({
        required: true,
        description: 'The version you looked at; a stale one is refused with what changed.',
      }),
      name: t.string({ description: 'New name for people.' }),
      description: t.string({ description: 'New text on when to use it.' }),
      category: t.string({ description: 'New shelf.' }),
      icon: t.string({ description: 'New icon.' }),
      fields: t.field({ type: ['JSON'], description: 'The whole new input as field definitions.' }),
      inputSchema: t.field({ type: 'JSON', description: 'The whole new input as JSON Schema.' }),
      outputSchema: t.field({ type: 'JSON', description: 'The new output as JSON Schema.' }),
      executionSpec: t.field({ type: 'JSON', description: 'How it works from now on.' }),
      permissionPolicy: t.field({ type: PermissionPolicyEnum, description: 'Whether calls by machines wait.' }),
      executionType: t.field({ type: ExecutionTypeEnum, description: 'Where it works.' }),
      ...presentationWords(t),
      enabled: t.boolean({ description: 'Whether it is switched on.' }),
      acknowledgeImpact: t.boolean({ description: ACKNOWLEDGE }),
    }),
  },
  {
    description: 'Changes a tool that the tenant authored. Needs `tools.tenant.update`.',
    authScopes: { may: 'tools.tenant.update' },
    resolve: async (_root, { input }, ctx) => updateTool(ctx, input, await openWorkshop(ctx)),
  },
  savedTool,
);

builder.relayMutationField(
  'deleteTool',
  {
    description: 'The tool to delete.',
    inputFields: (t) => ({
      slug: t.string({ required: true, description: 'The tool.' }),
      version: t.int({ description: SEEN }),
      acknowledgeImpact: t.boolean({ description: ACKNOWLEDGE }),
    }),
  },
  {
    description:
      'Deletes a tool of the tenant; a changed built-in one goes back to what it was. Needs `tools.tenant.delete`.',
    authScopes: { may: 'tools.tenant.delete' },
    resolve: async (_root, { input }, ctx) => ({ slug: await deleteTool(ctx, input, await openWorkshop(ctx)) }),
  },
  {
    description: 'What was deleted.',
    outputFields: (t) => ({ slug: t.exposeString('slug', { description: 'Slug of the tool.' }) }),
  },
);

builder.relayMutationField(
  'upsertToolOverride',
  {
    description: 'What to change about a tool that is code; what is left out stays, null goes back to the code.',
    inputFields: (t) => ({
      ...overrideWords(t),
      visibility: t.field({ type: ToolVisibilityEnum, description: 'What a space shows of a call.' }),
      outputSections: t.field({ type: 'JSON', description: 'How the output is shown.' }),
      display: t.field({ type: 'JSON', description: 'Names a component that shows its calls.' }),
    }),
  },
  {
    description: 'Changes a built-in tool for this tenant alone. Needs `tools.system.override`.',
    authScopes: { may: 'tools.system.override' },
    resolve: async (_root, { input }, ctx) => upsertToolOverride(ctx, input, await openWorkshop(ctx)),
  },
  savedTool,
);

builder.relayMutationField(
  'resetToolOverride',
  {
    description: 'The tool to set back.',
    inputFields: (t) => ({
      slug: t.string({ required: true, description: 'The tool.' }),
      version: t.int({ description: SEEN }),
    }),
  },
  {
    description: 'Takes away what the tenant changed about a built-in tool. Needs `tools.system.override`.',
    authScopes: { may: 'tools.system.override' },
    resolve: async (_root, { input }, ctx) => {
      await resetToolOverride(ctx, input, await openWorkshop(ctx));
      return { slug: input.slug };
    },
  },
  savedTool,
);

builder.relayMutationField(
  'restoreToolVersion',
  {
    description: 'Which version of which tool to bring back.',
    inputFields: (t) => ({
      slug: t.string({ required: true, description: 'The tool.' }),
      version: t.int({ required: true, description: 'A number of its history.' }),
      toolVersion: t.int({ description: SEEN }),
      acknowledgeImpact: t.boolean({ description: ACKNOWLEDGE }),
    }),
  },
  {
    description: 'Saves an older version once more, as a new one. Needs `tools.tenant.update`.',
    authScopes: { may: 'tools.tenant.update' },
    resolve: async (_root, { input }, ctx) => restoreToolVersion(ctx, input, await openWorkshop(ctx)),
  },
  savedTool,
);
