import { tenantIdOf } from '#access/viewer.ts';
import { builder } from '#graphql/builder.ts';
import { connectionOf, openNode } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, readPage } from '#graphql/pagination.ts';
import { bootstrapTenant } from './bootstrap-tenant.ts';
import { createSignInLink } from './create-sign-in-link.ts';
import { createTenant } from './create-tenant.ts';
import { DEFAULT_TENANT, emailRule, nameRule, tenantSlugRule } from './tenant-rules.ts';
import { updateTenant } from './update-tenant.ts';

openNode('Tenant', 'settings.tenant.read');

export const TenantType = builder.prismaNode('Tenant', {
  nullable: true,
  description: 'The boundary within which everything lives: people, keys, tools and what happened.',
  id: { field: 'id', description: 'Opaque id of the tenant.' },
  fields: (t) => ({
    slug: t.exposeString('slug', {
      description: 'Short name in addresses and in the header `x-toolcrib-tenant`.',
    }),
    name: t.exposeString('name', { description: 'Name for people.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was made.',
    }),
  }),
});

export const TenantSummary = builder.objectRef<{ slug: string; name: string }>('TenantSummary').implement({
  description: 'A tenant as those see it who may only switch to it.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Short name in addresses.' }),
    name: t.exposeString('name', { description: 'Name for people.' }),
  }),
});

const TenantConnection = connectionOf('Tenant', TenantType, 'tenants');

builder.queryField('tenants', (t) =>
  t.field({
    type: TenantConnection,
    description: 'All tenants. Operator only.',
    args: pageArgs,
    authScopes: { operator: true },
    complexity: pageComplexity,
    resolve: (_root, args, ctx) => {
      const { tenant } = ctx.elevate('the operator lists tenants');
      const filter = { NOT: { id: DEFAULT_TENANT.id } };
      return readPage(
        ctx,
        args,
        { list: 'tenants', order: 'asc' },
        ({ where, ...page }) => tenant.findMany({ ...page, where: { ...filter, ...where } }),
        () => tenant.count({ where: filter }),
      ) as never;
    },
  }),
);

builder.relayMutationField(
  'updateTenant',
  {
    description: 'What to change about the tenant.',
    inputFields: (t) => ({
      name: t.string({
        required: true,
        description: 'New name for people.',
        validate: { schema: nameRule },
      }),
    }),
  },
  {
    description: 'Renames the tenant; its slug stays. Needs `settings.tenant.update`.',
    authScopes: { may: 'settings.tenant.update' },
    resolve: async (_root, { input }, ctx) => {
      await updateTenant(ctx, input);
      return {};
    },
  },
  {
    description: 'The tenant after the change.',
    outputFields: (t) => ({
      tenant: t.prismaField({
        type: 'Tenant',
        description: 'The changed tenant.',
        resolve: (query, _parent, _args, ctx) =>
          ctx.db.tenant.findUniqueOrThrow({
            ...query,
            where: { id: tenantIdOf(ctx.viewer) },
          }),
      }),
    }),
  },
);

builder.relayMutationField(
  'createTenant',
  {
    description: 'The tenant to make.',
    inputFields: (t) => ({
      slug: t.string({
        required: true,
        description: 'Short name in addresses; cannot be changed later.',
        validate: { schema: tenantSlugRule },
      }),
      name: t.string({
        required: true,
        description: 'Name for people.',
        validate: { schema: nameRule },
      }),
    }),
  },
  {
    description: 'Makes a tenant with its built-in roles. Operator only.',
    authScopes: { operator: true },
    resolve: async (_root, { input }, ctx) => ({
      tenant: await createTenant(ctx, input),
    }),
  },
  {
    description: 'The tenant that was made.',
    outputFields: (t) => ({
      tenant: t.expose('tenant', {
        type: TenantType,
        description: 'The new tenant.',
      }),
    }),
  },
);

builder.relayMutationField(
  'createSignInLink',
  {
    description: 'Whom the link is for.',
    inputFields: (t) => ({
      email: t.string({
        required: true,
        description: 'Address of a person who has an account.',
        validate: { schema: emailRule as never },
      }),
    }),
  },
  {
    description: 'Makes a link that signs one person in, once. Operator only.',
    authScopes: { operator: true },
    resolve: (_root, { input }, ctx) => createSignInLink(ctx, input.email),
  },
  {
    description: 'The link that was made.',
    outputFields: (t) => ({
      url: t.exposeString('url', { description: 'The link. It works once.' }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Until when it works.',
      }),
    }),
  },
);

builder.relayMutationField(
  'bootstrap',
  {
    description: 'The owner to make, and of what.',
    inputFields: (t) => ({
      email: t.string({
        required: true,
        description: 'Address of the owner.',
        validate: { schema: emailRule as never },
      }),
      name: t.string({
        description: 'Name of the owner, if they are new.',
        validate: { schema: nameRule },
      }),
      tenantSlug: t.string({
        description: 'The tenant; made if it is missing. Default `main`.',
        validate: { schema: tenantSlugRule },
      }),
      tenantName: t.string({
        description: 'Name of the tenant, if it is new.',
        validate: { schema: nameRule },
      }),
    }),
  },
  {
    description: 'Makes a person the owner of a tenant; what is missing is made. Operator only.',
    authScopes: { operator: true },
    resolve: async (_root, { input }, ctx) => {
      const { tenant, person } = await bootstrapTenant(ctx, input);
      const { url } = await createSignInLink(ctx, person.email);
      return { tenant, email: person.email, signInLink: url };
    },
  },
  {
    description: 'The tenant, its owner, and how they get in.',
    outputFields: (t) => ({
      tenant: t.expose('tenant', {
        type: TenantType,
        description: 'The tenant.',
      }),
      email: t.exposeString('email', { description: 'Address of the owner.' }),
      signInLink: t.exposeString('signInLink', {
        description: 'A link that signs the owner in, once.',
      }),
    }),
  },
);
