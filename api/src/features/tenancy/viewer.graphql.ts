import type { Viewer } from '#access/viewer.ts';
import { builder } from '#graphql/builder.ts';
import { findTenantsOf } from './find-tenants.ts';
import { UserType } from './member.graphql.ts';
import { TenantSummary } from './tenant.graphql.ts';
import { nameRule } from './tenant-rules.ts';
import { updateProfile } from './update-profile.ts';

const ViewerKind = builder.enumType('ViewerKind', {
  description: 'What sort of caller this is.',
  values: {
    USER: { description: 'A person who signed in.' },
    API_KEY: { description: 'A program with an API key.' },
    AGENT: { description: 'An agent of the tenant.' },
    SYSTEM: {
      description: 'The operator at the machine, or the product itself.',
    },
  } as const,
});

const KINDS = {
  user: 'USER',
  apiKey: 'API_KEY',
  agent: 'AGENT',
  system: 'SYSTEM',
} as const;

const TenantMembership = builder
  .objectRef<{ tenant: { slug: string; name: string }; role: string }>('TenantMembership')
  .implement({
    description: 'A tenant that a person belongs to.',
    fields: (t) => ({
      tenant: t.expose('tenant', {
        type: TenantSummary,
        description: 'The tenant.',
      }),
      role: t.exposeString('role', {
        description: 'Slug of the role they hold there.',
      }),
    }),
  });

const ViewerType = builder.objectRef<Exclude<Viewer, { kind: 'anonymous' }>>('Viewer').implement({
  description: 'Whoever makes this request.',
  fields: (t) => ({
    kind: t.field({
      type: ViewerKind,
      description: 'What sort of caller this is.',
      resolve: (viewer) => KINDS[viewer.kind],
    }),
    tenant: t.prismaField({
      type: 'Tenant',
      nullable: true,
      description: 'The tenant in force; null while a person has not named one.',
      resolve: (query, viewer, _args, ctx) =>
        viewer.scope
          ? ctx.db.tenant.findUnique({
              ...query,
              where: { id: viewer.scope.tenantId },
            })
          : null,
    }),
    user: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'The person, when it is one.',
      resolve: (query, viewer, _args, ctx) =>
        viewer.kind === 'user'
          ? ctx.elevate('people see themselves').user.findUnique({ ...query, where: { id: viewer.userId } })
          : null,
    }),
    apiKey: t.prismaField({
      type: 'ApiKey',
      nullable: true,
      description: 'The key, when it is one.',
      resolve: (query, viewer, _args, ctx) =>
        viewer.kind === 'apiKey'
          ? ctx.db.apiKey.findUnique({
              ...query,
              where: { id: viewer.apiKeyId },
            })
          : null,
    }),
    membership: t.prismaField({
      type: 'Membership',
      nullable: true,
      description: "The person's place in the tenant.",
      resolve: (query, viewer, _args, ctx) =>
        viewer.kind === 'user' && viewer.membershipId
          ? ctx.db.membership.findUnique({
              ...query,
              where: { id: viewer.membershipId },
            })
          : null,
    }),
    role: t.string({
      nullable: true,
      description: 'Slug of the role held in the tenant.',
      resolve: (viewer) => viewer.scope?.roleSlug ?? null,
    }),
    permissions: t.stringList({
      description: 'What the caller may do in the tenant.',
      resolve: (viewer) => [...(viewer.scope?.permissions ?? [])],
    }),
    tenants: t.field({
      type: [TenantMembership],
      description: 'For people: the tenants they may switch to.',
      resolve: (viewer, _args, ctx) => (viewer.kind === 'user' ? findTenantsOf(ctx, viewer.userId) : []),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description: 'Whoever makes this request, and what they may do.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, ctx) => ctx.viewer as Exclude<Viewer, { kind: 'anonymous' }>,
  }),
);

builder.relayMutationField(
  'updateProfile',
  {
    description: 'What to change about yourself.',
    inputFields: (t) => ({
      name: t.string({
        required: true,
        description: 'How you are called.',
        validate: { schema: nameRule },
      }),
    }),
  },
  {
    description: 'Changes your own profile, for people.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({
      user: await updateProfile(ctx, input),
    }),
  },
  {
    description: 'The profile after the change.',
    outputFields: (t) => ({
      user: t.expose('user', { type: UserType, description: 'You.' }),
    }),
  },
);
