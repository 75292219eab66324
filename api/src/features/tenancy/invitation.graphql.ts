import { z } from 'zod';
import { builder } from '#graphql/builder.ts';
import { connectionOf, openNode } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, readPage, selectNode } from '#graphql/pagination.ts';
import { parseNodeIdOf } from '#platform/ids.ts';
import { acceptInvitation, findOpenInvitation } from './accept-invitation.ts';
import { inviteMember } from './invite-member.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { TenantSummary } from './tenant.graphql.ts';
import { emailRule } from './tenant-rules.ts';

openNode('Invitation', 'members.tenant.read');

const InvitationStatus = builder.enumType('InvitationStatus', {
  description: 'What became of an invitation.',
  values: {
    PENDING: { description: 'The link can be used.' },
    ACCEPTED: { description: 'The person joined.' },
    REVOKED: { description: 'The link was voided.' },
    EXPIRED: { description: 'The link was not used in time.' },
  } as const,
});

export const InvitationType = builder.prismaNode('Invitation', {
  nullable: true,
  description: 'A link that lets one address join the tenant.',
  id: { field: 'id', description: 'Opaque id of the invitation.' },
  fields: (t) => ({
    email: t.exposeString('email', { description: 'The address it is for.' }),
    role: t.relation('role', { description: 'The role the person will hold.' }),
    invitedBy: t.exposeString('invitedBy', {
      description: 'Who invited them.',
    }),
    status: t.field({
      type: InvitationStatus,
      description: 'Whether the link can still be used.',
      select: { acceptedAt: true, revokedAt: true, expiresAt: true },
      resolve: (invitation, _args, ctx) => {
        if (invitation.acceptedAt) return 'ACCEPTED';
        if (invitation.revokedAt) return 'REVOKED';
        return invitation.expiresAt <= ctx.clock.now() ? 'EXPIRED' : 'PENDING';
      },
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Until when the link can be used.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was made.',
    }),
  }),
});

const InvitationConnection = connectionOf('Invitation', InvitationType, 'invitations');

type Preview = {
  tenantName: string;
  email: string;
  roleName: string;
  needsAccount: boolean;
  expiresAt: Date;
};
const InvitationPreview = builder.objectRef<Preview>('InvitationPreview').implement({
  description: 'What the holder of an invitation link may know before they accept.',
  fields: (t) => ({
    tenantName: t.exposeString('tenantName', {
      description: 'The tenant they are invited to.',
    }),
    email: t.exposeString('email', {
      description: 'The address the invitation is for.',
    }),
    roleName: t.exposeString('roleName', {
      description: 'The role they will hold.',
    }),
    needsAccount: t.exposeBoolean('needsAccount', {
      description: 'Whether they must choose a name and a password first.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Until when the link can be used.',
    }),
  }),
});

const tokenRule = z.string().min(1).max(200);

builder.queryFields((t) => ({
  invitations: t.field({
    type: InvitationConnection,
    description: 'Invitations that are still open or ran out, newest first. Needs `members.tenant.read`.',
    args: pageArgs,
    authScopes: { may: 'members.tenant.read' },
    complexity: pageComplexity,
    resolve: (_root, args, ctx, info) => {
      const selection = selectNode(ctx, info, 'Invitation');
      const filter = { acceptedAt: null, revokedAt: null };
      return readPage(
        ctx,
        args,
        { list: 'invitations', order: 'desc' },
        ({ where, ...page }) =>
          ctx.db.invitation.findMany({
            ...selection,
            ...page,
            where: { ...filter, ...where },
          }),
        () => ctx.db.invitation.count({ where: filter }),
      ) as never;
    },
  }),
  invitationPreview: t.field({
    type: InvitationPreview,
    nullable: true,
    description:
      'What an invitation link leads to; null when it is unknown, used, revoked or expired. Open to everybody who holds the link.',
    args: {
      token: t.arg.string({
        required: true,
        description: 'The last part of the link.',
        validate: { schema: tokenRule },
      }),
    },
    resolve: async (_root, { token }, ctx) => {
      const invitation = await findOpenInvitation(ctx, token);
      if (!invitation) return null;
      const person = await ctx.people.findPerson(invitation.email);
      return {
        tenantName: invitation.tenant.name,
        email: invitation.email,
        roleName: invitation.role.name,
        needsAccount: person === null,
        expiresAt: invitation.expiresAt,
      };
    },
  }),
}));

builder.relayMutationField(
  'inviteMember',
  {
    description: 'Whom to invite.',
    inputFields: (t) => ({
      email: t.string({
        required: true,
        description: 'Their address.',
        validate: { schema: emailRule as never },
      }),
      role: t.string({
        required: true,
        description: 'Slug of the role they will hold.',
        validate: { schema: z.string().max(40) },
      }),
    }),
  },
  {
    description: 'Makes a link with which one address can join, for seven days. Needs `members.tenant.create`.',
    authScopes: { may: 'members.tenant.create' },
    resolve: (_root, { input }, ctx) => inviteMember(ctx, input),
  },
  {
    description: 'The invitation that was made.',
    outputFields: (t) => ({
      invitation: t.prismaField({
        type: 'Invitation',
        description: 'The new invitation.',
        resolve: (query, { invitation }, _args, ctx) =>
          ctx.db.invitation.findUniqueOrThrow({
            ...query,
            where: { id: invitation.id },
          }),
      }),
      url: t.exposeString('url', {
        description: 'The link to hand to the person. It is shown this once.',
      }),
    }),
  },
);

builder.relayMutationField(
  'revokeInvitation',
  {
    description: 'The invitation to void.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The invitation.' }),
    }),
  },
  {
    description: 'Voids an open invitation. Needs `members.tenant.create`.',
    authScopes: { may: 'members.tenant.create' },
    resolve: async (_root, { input }, ctx) => ({
      id: await revokeInvitation(ctx, parseNodeIdOf('Invitation', input.id)),
    }),
  },
  {
    description: 'The invitation after the change.',
    outputFields: (t) => ({
      invitation: t.prismaField({
        type: 'Invitation',
        description: 'The voided invitation.',
        resolve: (query, { id }, _args, ctx) => ctx.db.invitation.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'acceptInvitation',
  {
    description: 'A signed-in person gives only the token; a new one gives name and password too.',
    inputFields: (t) => ({
      token: t.string({
        required: true,
        description: 'The last part of the link.',
        validate: { schema: tokenRule },
      }),
      name: t.string({
        description: 'For a new person: their name.',
        validate: { schema: z.string().max(80, 'At most 80 characters.') },
      }),
      password: t.string({
        description: 'For a new person: the password they will sign in with.',
      }),
    }),
  },
  {
    description: 'Joins a tenant by an invitation link. A new person signs in with the chosen password afterwards.',
    resolve: (_root, { input }, ctx) => acceptInvitation(ctx, input),
  },
  {
    description: 'Where the person is a member now.',
    outputFields: (t) => ({
      tenant: t.expose('tenant', {
        type: TenantSummary,
        description: 'The tenant they joined.',
      }),
      email: t.exposeString('email', {
        description: 'The address to sign in with.',
      }),
    }),
  },
);
