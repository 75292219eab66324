import { z } from 'zod';
import type { Prisma } from '#generated/prisma/client.ts';
import { builder } from '#graphql/builder.ts';
import { connectionOf, openNode } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, readPage, selectNode } from '#graphql/pagination.ts';
import { escapeLike } from '#platform/escape-like.ts';
import { toNodeId } from '#platform/ids.ts';
import { type AuditVerification, verifyAudit } from './verify-audit.ts';

openNode('AuditEntry', 'audit.tenant.read');

const AuditDecision = builder.enumType('AuditDecision', {
  description: 'Whether the act was allowed.',
  values: {
    ALLOWED: { description: 'It was done.' },
    DENIED: { description: 'It was refused.' },
  } as const,
});

export const AuditEntryType = builder.prismaNode('AuditEntry', {
  nullable: true,
  description:
    'One act that needed a right: who, what, and whether it was allowed. Entries are chained and never change.',
  id: { field: 'id', description: 'Opaque id of the entry.' },
  fields: (t) => ({
    seq: t.exposeInt('seq', {
      description: 'Its number in the tenant, from 1 without a gap.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    actorKind: t.exposeString('actorKind', {
      description: 'What sort of caller acted.',
    }),
    actorLabel: t.exposeString('actorLabel', {
      description: 'Who acted, in words.',
    }),
    action: t.exposeString('action', {
      description: 'What was done, such as `apiKey.created`.',
    }),
    targetType: t.exposeString('targetType', {
      description: 'What sort of thing it was done to.',
    }),
    targetId: t.id({
      nullable: true,
      description: 'The row it was done to.',
      select: { targetType: true, targetId: true },
      resolve: (entry) => (entry.targetId ? toNodeId(entry.targetType, entry.targetId) : null),
    }),
    permission: t.exposeString('permission', {
      nullable: true,
      description: 'The right it needed.',
    }),
    decision: t.field({
      type: AuditDecision,
      description: 'Whether it was allowed.',
      select: { decision: true },
      resolve: (entry) => (entry.decision === 'DENIED' ? 'DENIED' : 'ALLOWED'),
    }),
    details: t.expose('details', {
      type: 'JSON',
      description: 'What else is known; secrets are left out.',
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The request in which it happened.',
    }),
    hash: t.exposeString('hash', {
      description: 'Hash over this entry and the one before.',
    }),
  }),
});

const AuditEntryConnection = connectionOf('AuditEntry', AuditEntryType, 'audit entries');

const text = z.string().max(200, 'At most 200 characters.');
const AuditEntryFilter = builder.inputType('AuditEntryFilter', {
  description: 'Which entries to list; all that is given must hold.',
  fields: (t) => ({
    action: t.string({
      description: 'Actions that start with this, such as `apiKey`.',
      validate: { schema: text },
    }),
    decision: t.field({
      type: AuditDecision,
      description: 'Only allowed or only denied ones.',
    }),
    actor: t.string({
      description: 'Part of who acted.',
      validate: { schema: text },
    }),
  }),
});

type Filter = {
  action?: string | null;
  decision?: string | null;
  actor?: string | null;
};

function toWhere(filter: Filter | null | undefined): Prisma.AuditEntryWhereInput {
  return {
    ...(filter?.action ? { action: { startsWith: escapeLike(filter.action) } } : {}),
    ...(filter?.decision ? { decision: filter.decision } : {}),
    ...(filter?.actor ? { actorLabel: { contains: escapeLike(filter.actor), mode: 'insensitive' } } : {}),
  };
}

const Verification = builder.objectRef<AuditVerification>('AuditVerification').implement({
  description: 'What a walk over the whole audit chain found.',
  fields: (t) => ({
    valid: t.exposeBoolean('valid', {
      description: 'Whether every entry fits the one before.',
    }),
    entries: t.exposeInt('entries', { description: 'How many entries fit.' }),
    brokenSeq: t.exposeInt('brokenSeq', {
      nullable: true,
      description: 'Number of the first entry that does not fit.',
    }),
  }),
});

builder.queryFields((t) => ({
  auditEntries: t.field({
    type: AuditEntryConnection,
    description: 'Who did what, newest first. Needs `audit.tenant.read`.',
    args: {
      filter: t.arg({
        type: AuditEntryFilter,
        description: 'Which entries to list.',
      }),
      ...pageArgs,
    },
    authScopes: { may: 'audit.tenant.read' },
    complexity: pageComplexity,
    resolve: (_root, args, ctx, info) => {
      const selection = selectNode(ctx, info, 'AuditEntry');
      const filter = toWhere(args.filter);
      return readPage(
        ctx,
        args,
        { list: 'auditEntries', order: 'desc' },
        ({ where, ...page }) =>
          ctx.db.auditEntry.findMany({
            ...selection,
            ...page,
            where: { ...filter, ...where },
          }),
        () => ctx.db.auditEntry.count({ where: filter }),
      ) as never;
    },
  }),
  verifyAudit: t.field({
    type: Verification,
    description: 'Walks the whole audit chain of the tenant. Needs `audit.tenant.read`.',
    authScopes: { may: 'audit.tenant.read' },
    complexity: 500,
    resolve: (_root, _args, ctx) => verifyAudit(ctx),
  }),
}));
