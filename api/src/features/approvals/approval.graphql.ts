import { z } from 'zod';
import { principalOf } from '#access/viewer.ts';
import { findHiddenFields } from '#features/sessions/hidden-fields.ts';
import type { Approval, ApprovalMessage, ApprovalVote } from '#generated/prisma/client.ts';
import { batchManyBy } from '#graphql/batch.ts';
import { builder } from '#graphql/builder.ts';
import { connectionOf, openNode } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, readPage } from '#graphql/pagination.ts';
import { NO_ID, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { diffValues, type ValueDifference } from '#toolkit/diff-values.ts';
import { maskDifference, maskFields } from '#toolkit/sensitive-fields.ts';
import { findApproval, visibleApprovals } from './find-approvals.ts';
import { findVotes, voterIdOf, whyNotDecide } from './may-decide.ts';
import { mayDecide, stillCounts } from './still-deciding.ts';

openNode('Approval');

export const ApprovalStatusEnum = builder.enumType('ApprovalStatus', {
  description: 'Where a waiting call stands.',
  values: {
    PENDING: { description: 'Somebody has to decide.' },
    APPROVED: { description: 'It may run.' },
    DENIED: { description: 'It may not run.' },
    EXPIRED: { description: 'Nobody decided in time.' },
    CANCELLED: { description: 'The call was taken back.' },
  } as const,
});

type ShownVote = { vote: ApprovalVote; approval: Approval; isLast: boolean };

/** What was said about a call; of whoever spoke more than once the last word counts. */
function showVotes(approval: Approval, votes: readonly ApprovalVote[]): ShownVote[] {
  const last = new Map(votes.map((vote) => [vote.headId, vote]));
  return votes.map((vote) => ({ vote, approval, isLast: last.get(vote.headId) === vote }));
}

const VoteType = builder.objectRef<ShownVote>('ApprovalVote').implement({
  description: 'What one person or key said about a call.',
  fields: (t) => ({
    by: t.string({ description: 'Who said it.', resolve: ({ vote }) => vote.label }),
    byId: t.id({ description: 'The person or the key that said it.', resolve: ({ vote }) => voterIdOf(vote) }),
    decision: t.string({ description: 'APPROVE or DENY.', resolve: ({ vote }) => vote.decision }),
    reason: t.string({ nullable: true, description: 'Why.', resolve: ({ vote }) => vote.reason }),
    counts: t.boolean({
      description:
        'Whether it counts: it was their last word, and, while the call waits, whoever said it could still say so.',
      resolve: ({ vote, approval, isLast }, _args, ctx) =>
        isLast && (approval.status !== 'PENDING' || stillCounts(ctx, approval, vote)),
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When.', resolve: ({ vote }) => vote.createdAt }),
  }),
});

const MessageType = builder.objectRef<ApprovalMessage>('ApprovalMessage').implement({
  description: 'A question to the requester, or their answer.',
  fields: (t) => ({
    id: t.id({ description: 'Opaque id.', resolve: ({ id }) => toNodeId('ApprovalMessage', id) }),
    kind: t.exposeString('kind', { description: '`question` or `answer`.' }),
    author: t.exposeString('authorLabel', { description: 'Who wrote it.' }),
    text: t.exposeString('text', { description: 'What they wrote.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
});

const EditType = builder.objectRef<ValueDifference>('ApprovalEdit').implement({
  description: 'One place where the arguments were changed before the call was approved.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The place.' }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'As asked.' }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'As approved.' }),
  }),
});

const findMessages = batchManyBy(
  (ctx, ids: string[]) =>
    ctx.db.approvalMessage.findMany({ where: { approvalId: { in: ids } }, orderBy: { id: 'asc' } }),
  (message) => message.approvalId,
);

export const ApprovalType = builder.objectRef<Approval>('Approval');
builder.node(ApprovalType, {
  description: 'A call of a tool that waits, or waited, for somebody to decide.',
  id: { resolve: (approval) => approval.id, description: 'Opaque id of the approval.' },
  isTypeOf: (value) =>
    typeof value === 'object' && value !== null && 'requesterLabel' in value && 'inputDigest' in value,
  loadOne: (id, ctx) => findApproval(ctx, id),
  fields: (t) => ({
    status: t.expose('status', { type: ApprovalStatusEnum, description: 'Where it stands.' }),
    toolSlug: t.exposeString('toolSlug', { description: 'The tool that was called.' }),
    input: t.field({
      type: 'JSON',
      description: 'The arguments as they were asked for; sensitive ones are hidden.',
      resolve: async (approval, _args, ctx) => hide(ctx, approval, approval.input),
    }),
    editedInput: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The arguments as they were approved, where somebody changed them.',
      resolve: async (approval, _args, ctx) => approval.editedInput && hide(ctx, approval, approval.editedInput),
    }),
    edits: t.field({
      type: [EditType],
      description: 'What was changed before it was approved; of sensitive arguments only that they were.',
      resolve: async ({ input, editedInput, toolSlug, runId }, _args, ctx) => {
        if (!editedInput) return [];
        const hidden = await findHiddenFields(ctx, toolSlug, runId);
        return diffValues(input as object, editedInput as object).map((edit) => maskDifference(edit, hidden));
      },
    }),
    requestedBy: t.exposeString('requesterLabel', { nullable: true, description: 'Who asked for the call.' }),
    source: t.exposeString('source', { description: 'Where the call came from.' }),
    why: t.exposeString('why', { description: 'Why it waits, in words.' }),
    preview: t.expose('preview', { type: 'JSON', nullable: true, description: 'What the call would do.' }),
    needed: t.exposeInt('needed', { description: 'How many must agree.' }),
    votes: t.field({
      type: [VoteType],
      description: 'Who has said what so far.',
      resolve: async (approval, _args, ctx) => showVotes(approval, await findVotes(ctx, approval.id)),
    }),
    messages: t.field({
      type: [MessageType],
      description: 'Questions to the requester and their answers.',
      resolve: ({ id }, _args, ctx) => findMessages(ctx, id),
    }),
    mayDecide: t.boolean({
      description:
        'Whether it waits on the caller: they can decide about it now, and have not yet; or they agreed to it, and it can ' +
        'only be denied any more.',
      resolve: (approval, _args, ctx) => mayDecide(ctx, approval),
    }),
    whyNot: t.string({
      nullable: true,
      description: 'Why the caller is not among those who decide about it; null when they are.',
      resolve: (approval, _args, ctx) => whyNotDecide(ctx, approval),
    }),
    assigneeId: t.id({
      nullable: true,
      description: 'The person it was put before.',
      resolve: ({ assigneeId }) => assigneeId && toNodeId('User', assigneeId),
    }),
    decidedBy: t.exposeString('decidedBy', { nullable: true, description: 'Who decided.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was decided like this.' }),
    revision: t.exposeInt('revision', { description: 'Grows with everything that happens to it.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when it can be decided.',
    }),
    remindedAt: t.expose('remindedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When those who can decide were reminded.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When it was decided.' }),
  }),
});

async function hide(ctx: Parameters<typeof findApproval>[0], { toolSlug, runId }: Approval, value: unknown) {
  return maskFields(value, await findHiddenFields(ctx, toolSlug, runId));
}

const ApprovalConnection = connectionOf('Approval', ApprovalType, 'approvals');

const ApprovalFilter = builder.inputType('ApprovalFilter', {
  description: 'Which approvals to list; all that is given must hold.',
  fields: (t) => ({
    status: t.field({ type: ApprovalStatusEnum, description: 'That stand there.' }),
    toolSlug: t.string({ description: 'For this tool.', validate: { schema: z.string().max(64) } }),
    mine: t.boolean({ description: 'Only those that were put before the caller.' }),
  }),
});

builder.queryFields((t) => ({
  approvals: t.field({
    type: ApprovalConnection,
    description:
      "Calls that wait or waited, newest first: one's own and those one is to decide, or all with `approvals.team.read` or " +
      '`approvals.team.decide`.',
    args: { filter: t.arg({ type: ApprovalFilter, description: 'Which to list.' }), ...pageArgs },
    authScopes: { signedIn: true },
    complexity: pageComplexity,
    resolve: (_root, { filter, ...args }, ctx) => {
      const mine = filter?.mine ? { assigneeId: principalOf(ctx.viewer) ?? NO_ID } : {};
      const wanted = {
        ...(filter?.status && { status: filter.status }),
        ...(filter?.toolSlug && { toolSlug: filter.toolSlug }),
        ...mine,
      };
      // Not before the cursor was found to be good.
      let visible: ReturnType<typeof visibleApprovals> | undefined;
      const whereOf = async () => {
        visible ??= visibleApprovals(ctx);
        return { ...wanted, AND: [await visible] };
      };
      return readPage(
        ctx,
        args,
        { list: 'approvals', order: 'desc' },
        async (query) => ctx.db.approval.findMany({ ...query, where: { ...(await whereOf()), ...query.where } }),
        async () => ctx.db.approval.count({ where: await whereOf() }),
      ) as never;
    },
  }),
  approval: t.field({
    type: ApprovalType,
    nullable: true,
    description: 'One approval; null when there is none, or none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => {
      const raw = parseNodeIdOf('Approval', String(id));
      return raw ? findApproval(ctx, raw) : null;
    },
  }),
}));
