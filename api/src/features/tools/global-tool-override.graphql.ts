import type { Tool } from '#generated/prisma/client.ts';
import { builder } from '#graphql/builder.ts';
import type { PermissionPolicy } from '#toolkit/tool-definition.ts';
import { resetGlobalToolOverride, upsertGlobalToolOverride } from './global-tool-override.ts';
import { PermissionPolicyEnum } from './tool-enums.graphql.ts';
import { overrideWords } from './tool-words.graphql.ts';

const GlobalOverride = builder.objectRef<Tool>('GlobalToolOverride').implement({
  description: 'What the operator changed about a built-in tool for all tenants. What is null is as the code says.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'The tool.' }),
    enabled: t.exposeBoolean('enabled', { nullable: true, description: 'Whether it is switched on.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name for people.' }),
    description: t.exposeString('description', { nullable: true, description: 'When to use it.' }),
    category: t.exposeString('category', { nullable: true, description: 'Its shelf.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Its icon.' }),
    permissionPolicy: t.field({
      type: PermissionPolicyEnum,
      nullable: true,
      description: 'Whether calls by machines wait.',
      resolve: ({ permissionPolicy }) => permissionPolicy as PermissionPolicy | null,
    }),
    version: t.exposeInt('revision', { description: 'Grows with every accepted save.' }),
  }),
});

builder.relayMutationField(
  'upsertGlobalToolOverride',
  {
    description: 'What to change about a built-in tool for all tenants; what is left out stays.',
    inputFields: overrideWords,
  },
  {
    description: 'Changes a built-in tool for all tenants; a tenant may still decide otherwise. Operator only.',
    authScopes: { operator: true },
    resolve: (_root, { input }, ctx) => upsertGlobalToolOverride(ctx, input),
  },
  {
    description: 'What holds for all tenants now.',
    outputFields: (t) => ({
      override: t.field({ type: GlobalOverride, description: 'The change.', resolve: (row) => row }),
    }),
  },
);

builder.relayMutationField(
  'resetGlobalToolOverride',
  {
    description: 'The tool to set back for all tenants.',
    inputFields: (t) => ({ slug: t.string({ required: true, description: 'The tool.' }) }),
  },
  {
    description: 'Takes away what the operator changed about a built-in tool for all tenants. Operator only.',
    authScopes: { operator: true },
    resolve: async (_root, { input }, ctx) => ({ slug: await resetGlobalToolOverride(ctx, input) }),
  },
  {
    description: 'What was set back.',
    outputFields: (t) => ({ slug: t.exposeString('slug', { description: 'Slug of the tool.' }) }),
  },
);
