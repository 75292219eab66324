import { z } from 'zod';
import { builder } from '#graphql/builder.ts';
import { toNodeId } from '#platform/ids.ts';
import { type DemoPerson, findDemoPeople, visitDemoPerson } from './visit-demo-person.ts';

const DemoPersonType = builder.objectRef<DemoPerson>('DemoPerson').implement({
  description: 'One of the made-up people of a demo.',
  fields: (t) => ({
    userId: t.id({ description: 'Opaque id of the person.', resolve: ({ user }) => toNodeId('User', user.id) }),
    name: t.string({ description: 'How they are called.', resolve: ({ user }) => user.name }),
    email: t.string({ description: 'Their made-up address.', resolve: ({ user }) => user.email }),
    role: t.string({ description: 'Slug of the role they hold.', resolve: ({ role }) => role.slug }),
    roleName: t.string({ description: 'Name of the role they hold.', resolve: ({ role }) => role.name }),
    permissions: t.stringList({
      description: 'What they may do.',
      resolve: ({ permissions }) => [...permissions],
    }),
  }),
});

builder.queryField('demoPeople', (t) =>
  t.field({
    type: [DemoPersonType],
    description: 'The made-up people whom the caller can act as; none outside of a demo. Needs `keys.tenant.create`.',
    authScopes: { may: 'keys.tenant.create' },
    resolve: (_root, _args, ctx) => findDemoPeople(ctx),
  }),
);

builder.relayMutationField(
  'visitDemoPerson',
  {
    description: 'Whom to act as.',
    inputFields: (t) => ({
      email: t.string({
        required: true,
        description: 'The made-up address of the person.',
        validate: { schema: z.string().max(320) },
      }),
    }),
  },
  {
    description:
      'Hands out a token that acts as one of the made-up people of a demo for an hour, so that both sides of an ' +
      'approval can be tried in one browser. Never in production. Needs `keys.tenant.create`, and all rights of the person.',
    authScopes: { may: 'keys.tenant.create' },
    resolve: (_root, { input }, ctx) => visitDemoPerson(ctx, input.email),
  },
  {
    description: 'How to act as them.',
    outputFields: (t) => ({
      token: t.exposeString('token', { description: 'To be sent as `Authorization: Bearer …`. Shown once.' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it works.' }),
      person: t.expose('person', { type: DemoPersonType, description: 'The person.' }),
    }),
  },
);
