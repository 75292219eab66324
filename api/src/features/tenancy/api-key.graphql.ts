import { z } from 'zod';
import { permissionsOfKey } from '#access/permissions.ts';
import { builder } from '#graphql/builder.ts';
import { connectionOf, openNode } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, readPage, selectNode } from '#graphql/pagination.ts';
import { parseNodeIdOf } from '#platform/ids.ts';
import { createApiKey } from './create-api-key.ts';
import { withPermissions } from './find-role.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { nameRule } from './tenant-rules.ts';

openNode('ApiKey', 'keys.tenant.read');

const ApiKeyStatus = builder.enumType('ApiKeyStatus', {
  description: 'Whether a key still opens anything.',
  values: {
    ACTIVE: { description: 'It works.' },
    EXPIRED: { description: 'Its time is over.' },
    REVOKED: { description: 'Somebody took it back.' },
  } as const,
});

const roleSelection = {
  select: { slug: true, builtIn: true, ...withPermissions },
} as const;

export const ApiKeyType = builder.prismaNode('ApiKey', {
  nullable: true,
  description: 'A key with which a program calls this API. It is a caller of its own, not the person who made it.',
  id: { field: 'id', description: 'Opaque id of the key; not the key itself.' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What the key is for.' }),
    prefix: t.exposeString('prefix', {
      description: 'The first characters of the key, to recognise it.',
    }),
    role: t.relation('role', {
      nullable: true,
      description: 'The role it holds.',
    }),
    permissions: t.exposeStringList('permissions', {
      description: 'What it is narrowed to; empty together with a role means all of the role.',
    }),
    effectivePermissions: t.stringList({
      description: 'What the key may do at this moment.',
      select: {
        permissions: true,
        actsForAgent: true,
        creatorId: true,
        role: roleSelection,
        creator: { select: { role: roleSelection } },
      },
      resolve: (key) => [...permissionsOfKey(key)],
    }),
    actsForAgent: t.exposeBoolean('actsForAgent', {
      description: 'Whether calls with it count as calls of an agent.',
    }),
    createdBy: t.exposeString('createdBy', { description: 'Who made it.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null is never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to about a minute.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked.',
    }),
    status: t.field({
      type: ApiKeyStatus,
      description: 'Whether it works now.',
      select: { revokedAt: true, expiresAt: true },
      resolve: (key, _args, ctx) => {
        if (key.revokedAt) return 'REVOKED';
        return key.expiresAt && key.expiresAt <= ctx.clock.now() ? 'EXPIRED' : 'ACTIVE';
      },
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was made.',
    }),
  }),
});

const ApiKeyConnection = connectionOf('ApiKey', ApiKeyType, 'API keys');

builder.queryField('apiKeys', (t) =>
  t.field({
    type: ApiKeyConnection,
    description: 'The API keys of the tenant, newest first. Needs `keys.tenant.read`.',
    args: {
      includeRevoked: t.arg.boolean({
        defaultValue: false,
        description: 'Also those that were revoked.',
      }),
      ...pageArgs,
    },
    authScopes: { may: 'keys.tenant.read' },
    complexity: pageComplexity,
    resolve: (_root, args, ctx, info) => {
      const selection = selectNode(ctx, info, 'ApiKey');
      const filter = args.includeRevoked ? {} : { revokedAt: null };
      return readPage(
        ctx,
        args,
        { list: 'apiKeys', order: 'desc' },
        ({ where, ...page }) =>
          ctx.db.apiKey.findMany({
            ...selection,
            ...page,
            where: { ...filter, ...where },
          }),
        () => ctx.db.apiKey.count({ where: filter }),
      ) as never;
    },
  }),
);

builder.relayMutationField(
  'createApiKey',
  {
    description: 'The key to make. Role and permissions together mean what both hold; one of them is needed.',
    inputFields: (t) => ({
      name: t.string({
        required: true,
        description: 'What the key is for.',
        validate: { schema: nameRule },
      }),
      role: t.string({
        description: 'Slug of a role.',
        validate: { schema: z.string().max(40) },
      }),
      permissions: t.stringList({
        description: 'Permissions to narrow the key to.',
        validate: { schema: z.array(z.string().max(100)).max(500) },
      }),
      actsForAgent: t.boolean({
        defaultValue: false,
        description:
          'Count its calls as calls of an agent: gated tools wait for approval, and it can neither decide nor change rules, keys, members and roles.',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When it stops working; leave out for never.',
      }),
    }),
  },
  {
    description:
      'Makes an API key and shows it this once. It never holds more than you do. Needs `keys.tenant.create`.',
    authScopes: { may: 'keys.tenant.create' },
    resolve: (_root, { input }, ctx) => createApiKey(ctx, input),
  },
  {
    description: 'The new key.',
    outputFields: (t) => ({
      apiKey: t.prismaField({
        type: 'ApiKey',
        description: 'The key as it is listed.',
        resolve: (query, { apiKey }, _args, ctx) =>
          ctx.db.apiKey.findUniqueOrThrow({
            ...query,
            where: { id: apiKey.id },
          }),
      }),
      secret: t.exposeString('secret', {
        description: 'The key itself. It is shown this once and cannot be read again.',
      }),
    }),
  },
);

builder.relayMutationField(
  'revokeApiKey',
  {
    description: 'The key to revoke.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The key.' }),
    }),
  },
  {
    description: 'Revokes a key at once; its open connections are closed. Needs `keys.tenant.delete`.',
    authScopes: { may: 'keys.tenant.delete' },
    resolve: async (_root, { input }, ctx) => ({
      id: await revokeApiKey(ctx, parseNodeIdOf('ApiKey', input.id)),
    }),
  },
  {
    description: 'The key after the change.',
    outputFields: (t) => ({
      apiKey: t.prismaField({
        type: 'ApiKey',
        description: 'The revoked key.',
        resolve: (query, { id }, _args, ctx) => ctx.db.apiKey.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);
