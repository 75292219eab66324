import { z } from 'zod';
import { builder } from '#graphql/builder.ts';
import { connectionOf, openNode } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, readPage, selectNode } from '#graphql/pagination.ts';
import { escapeLike } from '#platform/escape-like.ts';
import { parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { removeMember } from './remove-member.ts';
import { requireManagerId, updateMember } from './update-member.ts';

openNode('Membership', 'members.tenant.read');
openNode('User', 'members.tenant.read');

export const UserType = builder.prismaNode('User', {
  nullable: true,
  description: 'A person. People may belong to several tenants.',
  id: { field: 'id', description: 'Opaque id of the person.' },
  fields: (t) => ({
    email: t.exposeString('email', {
      description: 'The address they sign in with.',
    }),
    name: t.exposeString('name', { description: 'How they are called.' }),
  }),
});

export const MembershipType = builder.prismaNode('Membership', {
  nullable: true,
  description: "A person's place in the tenant.",
  id: { field: 'id', description: 'Opaque id of the membership.' },
  fields: (t) => ({
    user: t.relation('user', { description: 'The person.' }),
    role: t.relation('role', { description: 'The role they hold.' }),
    manager: t.relation('manager', {
      nullable: true,
      description: 'Whom they report to.',
    }),
    apiKeyCount: t.relationCount('apiKeys', {
      description: 'How many working API keys stand on their rights.',
      where: { revokedAt: null },
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Since when.',
    }),
  }),
});

const MembershipConnection = connectionOf('Membership', MembershipType, 'members');

builder.queryField('members', (t) =>
  t.field({
    type: MembershipConnection,
    description: 'The members of the tenant, in the order they joined. Needs `members.tenant.read`.',
    args: {
      search: t.arg.string({
        description: 'Part of a name or address.',
        validate: { schema: z.string().max(200, 'At most 200 characters.') },
      }),
      ...pageArgs,
    },
    authScopes: { may: 'members.tenant.read' },
    complexity: pageComplexity,
    resolve: (_root, args, ctx, info) => {
      const selection = selectNode(ctx, info, 'Membership');
      const text = escapeLike(args.search?.trim() ?? '');
      const matches = { contains: text, mode: 'insensitive' } as const;
      const filter = text ? { user: { OR: [{ name: matches }, { email: matches }] } } : {};
      return readPage(
        ctx,
        args,
        { list: 'members', order: 'asc' },
        ({ where, ...page }) =>
          ctx.db.membership.findMany({
            ...selection,
            ...page,
            where: { ...filter, ...where },
          }),
        () => ctx.db.membership.count({ where: filter }),
      ) as never;
    },
  }),
);

builder.relayMutationField(
  'updateMember',
  {
    description: 'What to change; what is left out stays.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The membership.' }),
      role: t.string({
        description: 'Slug of the new role.',
        validate: { schema: z.string().max(40) },
      }),
      managerId: t.id({
        description: 'Membership of the new manager; null takes the manager away.',
      }),
    }),
  },
  {
    description: "Changes a member's role or manager, at once. Needs `members.tenant.update`.",
    authScopes: { may: 'members.tenant.update' },
    resolve: async (_root, { input }, ctx) => {
      const managerId = typeof input.managerId === 'string' ? requireManagerId(input.managerId) : input.managerId;
      return {
        id: await updateMember(ctx, {
          id: parseNodeIdOf('Membership', input.id),
          role: input.role,
          managerId,
        }),
      };
    },
  },
  {
    description: 'The member after the change.',
    outputFields: (t) => ({
      member: t.prismaField({
        type: 'Membership',
        description: 'The changed member.',
        resolve: (query, { id }, _args, ctx) => ctx.db.membership.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'removeMember',
  {
    description: 'Who is to go.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The membership.' }),
    }),
  },
  {
    description: 'Takes a person out of the tenant and revokes the keys they made. Needs `members.tenant.delete`.',
    authScopes: { may: 'members.tenant.delete' },
    resolve: async (_root, { input }, ctx) => {
      const removed = await removeMember(ctx, parseNodeIdOf('Membership', input.id));
      return { ...removed, id: toNodeId('Membership', removed.id) };
    },
  },
  {
    description: 'Who is gone.',
    outputFields: (t) => ({
      id: t.exposeID('id', {
        description: 'Id of the membership that is gone.',
      }),
      revokedApiKeys: t.exposeInt('revokedApiKeys', {
        description: 'How many API keys were revoked with it.',
      }),
    }),
  },
);
