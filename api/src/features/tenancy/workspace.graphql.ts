import { builder } from '#graphql/builder.ts';
import { openNode } from '#graphql/nodes.ts';
import { parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { createWorkspace, deleteWorkspace, updateWorkspace } from './save-workspace.ts';
import { nameRule, slugRule } from './tenant-rules.ts';

openNode('Workspace', 'settings.tenant.read');

export const WorkspaceType = builder.prismaNode('Workspace', {
  nullable: true,
  description: 'A part of the tenant, for those who divide their work.',
  id: { field: 'id', description: 'Opaque id of the workspace.' },
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Short name in addresses.' }),
    name: t.exposeString('name', { description: 'Name for people.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was made.',
    }),
  }),
});

builder.queryField('workspaces', (t) =>
  t.prismaField({
    type: ['Workspace'],
    description: 'The workspaces of the tenant. Needs `settings.tenant.read`.',
    authScopes: { may: 'settings.tenant.read' },
    resolve: (query, _root, _args, ctx) =>
      ctx.db.workspace.findMany({
        ...query,
        orderBy: { id: 'asc' },
        take: 500,
      }),
  }),
);

builder.relayMutationField(
  'createWorkspace',
  {
    description: 'The workspace to make.',
    inputFields: (t) => ({
      slug: t.string({
        required: true,
        description: 'Short name in addresses; cannot be changed later.',
        validate: { schema: slugRule },
      }),
      name: t.string({
        required: true,
        description: 'Name for people.',
        validate: { schema: nameRule },
      }),
    }),
  },
  {
    description: 'Makes a workspace. Needs `settings.tenant.update`.',
    authScopes: { may: 'settings.tenant.update' },
    resolve: async (_root, { input }, ctx) => ({
      id: await createWorkspace(ctx, input),
    }),
  },
  {
    description: 'The workspace that was made.',
    outputFields: (t) => ({
      workspace: t.prismaField({
        type: 'Workspace',
        description: 'The new workspace.',
        resolve: (query, { id }, _args, ctx) => ctx.db.workspace.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'updateWorkspace',
  {
    description: 'What to change about the workspace.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The workspace.' }),
      name: t.string({
        required: true,
        description: 'New name for people.',
        validate: { schema: nameRule },
      }),
    }),
  },
  {
    description: 'Renames a workspace; its slug stays. Needs `settings.tenant.update`.',
    authScopes: { may: 'settings.tenant.update' },
    resolve: async (_root, { input }, ctx) => ({
      id: await updateWorkspace(ctx, {
        id: parseNodeIdOf('Workspace', input.id),
        name: input.name,
      }),
    }),
  },
  {
    description: 'The workspace after the change.',
    outputFields: (t) => ({
      workspace: t.prismaField({
        type: 'Workspace',
        description: 'The changed workspace.',
        resolve: (query, { id }, _args, ctx) => ctx.db.workspace.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteWorkspace',
  {
    description: 'The workspace to delete.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The workspace.' }),
    }),
  },
  {
    description: 'Deletes a workspace. Needs `settings.tenant.update`.',
    authScopes: { may: 'settings.tenant.update' },
    resolve: async (_root, { input }, ctx) => ({
      id: toNodeId('Workspace', await deleteWorkspace(ctx, parseNodeIdOf('Workspace', input.id))),
    }),
  },
  {
    description: 'What was deleted.',
    outputFields: (t) => ({
      id: t.exposeID('id', {
        description: 'Id of the workspace that is gone.',
      }),
    }),
  },
);
