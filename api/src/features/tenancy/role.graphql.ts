import { z } from 'zod';
import { ALL_PERMISSIONS, describePermission, permissionsOfRole } from '#access/permissions.ts';
import { builder } from '#graphql/builder.ts';
import { openNode } from '#graphql/nodes.ts';
import { parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { createRole } from './create-role.ts';
import { deleteRole } from './delete-role.ts';
import { withPermissions } from './find-role.ts';
import { nameRule, roleSlugRule } from './tenant-rules.ts';
import { updateRole } from './update-role.ts';

openNode('Role', 'roles.tenant.read');

export const RoleType = builder.prismaNode('Role', {
  nullable: true,
  description: 'A named set of permissions that members and API keys hold.',
  id: { field: 'id', description: 'Opaque id of the role.' },
  fields: (t) => ({
    slug: t.exposeString('slug', {
      description: 'Name of the role for machines, such as `approver`.',
    }),
    name: t.exposeString('name', {
      description: 'Name of the role for people.',
    }),
    description: t.exposeString('description', {
      description: 'What the role is for.',
    }),
    builtIn: t.exposeBoolean('builtIn', {
      description: 'Whether it comes with the product and cannot be changed.',
    }),
    permissions: t.stringList({
      description: 'What the role lets one do.',
      select: { slug: true, builtIn: true, ...withPermissions },
      resolve: (role) => [...permissionsOfRole(role)],
    }),
    memberCount: t.relationCount('memberships', {
      description: 'How many members hold it.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was made.',
    }),
  }),
});

const PermissionInfo = builder.objectRef<ReturnType<typeof describePermission>>('PermissionInfo').implement({
  description: 'One right that roles and API keys can hold.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The permission as `<resource>.<scope>.<verb>`.',
    }),
    resource: t.exposeString('resource', {
      description: 'What it is about; use it to group permissions.',
    }),
    description: t.exposeString('description', {
      description: 'What it lets one do.',
    }),
  }),
});

builder.queryFields((t) => ({
  roles: t.prismaField({
    type: ['Role'],
    description: 'All roles of the tenant, built-in ones first.',
    authScopes: { may: 'roles.tenant.read' },
    resolve: (query, _root, _args, ctx) =>
      ctx.db.role.findMany({
        ...query,
        orderBy: [{ builtIn: 'desc' }, { id: 'asc' }],
      }),
  }),
  permissions: t.field({
    type: [PermissionInfo],
    description: 'Every permission there is.',
    authScopes: { signedIn: true },
    resolve: () => ALL_PERMISSIONS.map(describePermission),
  }),
}));

const permissionsRule = z.array(z.string().max(100)).max(500, 'At most 500 permissions.');
const descriptionRule = z.string().trim().max(500, 'At most 500 characters.');

builder.relayMutationField(
  'createRole',
  {
    description: 'The role to make.',
    inputFields: (t) => ({
      slug: t.string({
        required: true,
        description: 'Name for machines; small letters, digits, dashes.',
        validate: { schema: roleSlugRule },
      }),
      name: t.string({
        required: true,
        description: 'Name for people.',
        validate: { schema: nameRule },
      }),
      description: t.string({
        description: 'What it is for.',
        defaultValue: '',
        validate: { schema: descriptionRule },
      }),
      permissions: t.stringList({
        required: true,
        description: 'What it lets one do; only what you hold yourself.',
        validate: { schema: permissionsRule },
      }),
    }),
  },
  {
    description: "Makes a role of the tenant's own. Needs `roles.tenant.create`.",
    authScopes: { may: 'roles.tenant.create' },
    resolve: async (_root, { input }, ctx) => ({
      id: await createRole(ctx, input),
    }),
  },
  {
    description: 'The role that was made.',
    outputFields: (t) => ({
      role: t.prismaField({
        type: 'Role',
        description: 'The new role.',
        resolve: (query, { id }, _args, ctx) => ctx.db.role.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'updateRole',
  {
    description: 'What to change; what is left out stays.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The role.' }),
      name: t.string({
        description: 'New name for people.',
        validate: { schema: nameRule },
      }),
      description: t.string({
        description: 'New text on what it is for.',
        validate: { schema: descriptionRule },
      }),
      permissions: t.stringList({
        description: 'The whole new list of permissions.',
        validate: { schema: permissionsRule },
      }),
    }),
  },
  {
    description:
      'Changes a custom role; members and keys that hold it are affected at once. Needs `roles.tenant.update`.',
    authScopes: { may: 'roles.tenant.update' },
    resolve: async (_root, { input }, ctx) => ({
      id: await updateRole(ctx, {
        ...input,
        id: parseNodeIdOf('Role', input.id),
      }),
    }),
  },
  {
    description: 'The role after the change.',
    outputFields: (t) => ({
      role: t.prismaField({
        type: 'Role',
        description: 'The changed role.',
        resolve: (query, { id }, _args, ctx) => ctx.db.role.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteRole',
  {
    description: 'The role to delete.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The role.' }),
    }),
  },
  {
    description: 'Deletes a custom role that nobody holds. Needs `roles.tenant.delete`.',
    authScopes: { may: 'roles.tenant.delete' },
    resolve: async (_root, { input }, ctx) => ({
      id: toNodeId('Role', await deleteRole(ctx, parseNodeIdOf('Role', input.id))),
    }),
  },
  {
    description: 'What was deleted.',
    outputFields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the role that is gone.' }),
    }),
  },
);
