import { z } from 'zod';
import { can } from '#access/can.ts';
import { builder } from '#graphql/builder.ts';
import { openNode } from '#graphql/nodes.ts';
import { toNodeId } from '#platform/ids.ts';
import { deleteSecret } from './delete-secret.ts';
import { secretHostsRule, secretKeyRule, secretLabelRule, secretValueRule } from './secret-rules.ts';
import { setSecret } from './set-secret.ts';

openNode('Secret', 'secrets.tenant.read');

const agentSlugRule = z.string().min(1).max(64);

builder.prismaNode('Secret', {
  nullable: true,
  description: 'A value that tools need, such as an API key. It can be set and replaced, and never read back.',
  id: { field: 'id', description: 'Opaque id of the secret.' },
  // Only what is asked for is loaded, so the sealed value does not even leave the database.
  select: { id: true },
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The name under which tools ask for it.' }),
    label: t.exposeString('label', { description: 'What it is, in words; may be empty.' }),
    hosts: t.exposeStringList('hosts', {
      description: 'The only hosts it is ever sent to; `*.example.com` stands for every name below.',
    }),
    agentSlug: t.string({
      nullable: true,
      description: 'The agent it is for; null is for all of the tenant.',
      select: { agentSlug: true },
      resolve: (secret) => secret.agentSlug || null,
    }),
    isSet: t.boolean({ description: 'Whether there is a value.', resolve: () => true }),
    version: t.exposeInt('version', { description: 'Grows by one each time it is set.' }),
    updatedBy: t.exposeString('updatedBy', { description: 'Who set it last.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was set last.' }),
  }),
});

builder.queryField('secrets', (t) =>
  t.prismaField({
    type: ['Secret'],
    description: 'Which secrets of the tenant are set, by key; never their values. Needs `secrets.tenant.read`.',
    authScopes: { may: 'secrets.tenant.read' },
    resolve: (query, _root, _args, ctx) =>
      ctx.db.secret.findMany({ ...query, orderBy: [{ key: 'asc' }, { agentSlug: 'asc' }] }),
  }),
);

builder.relayMutationField(
  'setSecret',
  {
    description: 'The secret to set or replace.',
    inputFields: (t) => ({
      key: t.string({
        required: true,
        description: 'The name under which tools ask for it.',
        validate: { schema: secretKeyRule },
      }),
      value: t.string({
        required: true,
        description: 'The value. It is needed each time, also to change only label or hosts.',
        validate: { schema: secretValueRule },
      }),
      label: t.string({
        description: 'What it is, in words. Left out, the present one stays.',
        validate: { schema: secretLabelRule },
      }),
      hosts: t.stringList({
        required: true,
        description: 'The only hosts it may be sent to, such as `api.example.com` or `*.example.com`.',
        validate: { schema: secretHostsRule },
      }),
      agentSlug: t.string({
        description: 'Set it for this agent only.',
        validate: { schema: agentSlugRule },
      }),
    }),
  },
  {
    description: 'Sets a secret. A new one needs `secrets.tenant.create`, an existing one `secrets.tenant.update`.',
    // Either right opens the door; which of the two is needed is known to the verb.
    authScopes: (_root, _args, ctx) => ({
      may: can(ctx.viewer, 'secrets.tenant.update') ? 'secrets.tenant.update' : 'secrets.tenant.create',
    }),
    resolve: async (_root, { input }, ctx) => ({ id: await setSecret(ctx, input) }),
  },
  {
    description: 'The secret after the change.',
    outputFields: (t) => ({
      secret: t.prismaField({
        type: 'Secret',
        description: 'The secret, without its value.',
        resolve: (query, { id }, _args, ctx) => ctx.db.secret.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteSecret',
  {
    description: 'The secret to delete.',
    inputFields: (t) => ({
      key: t.string({ required: true, description: 'Its key.', validate: { schema: z.string().max(64) } }),
      agentSlug: t.string({
        description: 'Delete the one of this agent.',
        validate: { schema: agentSlugRule },
      }),
    }),
  },
  {
    description:
      'Deletes a secret; tools that need it are withheld until it is set again. Needs `secrets.tenant.delete`.',
    authScopes: { may: 'secrets.tenant.delete' },
    resolve: (_root, { input }, ctx) => deleteSecret(ctx, input),
  },
  {
    description: 'What was deleted.',
    outputFields: (t) => ({
      id: t.id({ description: 'The id it had.', resolve: ({ id }) => toNodeId('Secret', id) }),
      key: t.exposeString('key', { description: 'The key that has no value any more.' }),
    }),
  },
);
