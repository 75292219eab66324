import type { Context } from '#access/context.ts';
import { requireScope } from '#access/viewer.ts';
import { snoozeTask } from '#features/tasks/snooze-task.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { builder, type Types } from '#graphql/builder.ts';
import { DomainError, Forbidden, InvalidInput, NotFound } from '#platform/errors.ts';
import { NO_ID, parseNodeIdOf } from '#platform/ids.ts';
import { ApprovalType } from './approval.graphql.ts';
import { closedBecause } from './approval-errors.ts';
import { answerApprover, askRequester } from './ask-requester.ts';
import { type DecideInput, decideApproval } from './decide-approval.ts';
import { findApproval } from './find-approvals.ts';
import { whyNotDecide } from './may-decide.ts';
import { reassignApproval } from './reassign-approval.ts';

const DecisionEnum = builder.enumType('ApprovalDecision', {
  description: 'What to decide.',
  values: {
    APPROVE: { description: 'Let the call run.' },
    DENY: { description: 'Refuse it; the caller is told why.' },
  } as const,
});

const requireId = (nodeId: string | number): string => {
  const id = parseNodeIdOf('Approval', String(nodeId));
  if (!id) throw new NotFound('This approval');
  return id;
};

type Outputs = PothosSchemaTypes.ObjectFieldBuilder<Types, { approval: Approval }>;
const showing = (description: string) => ({
  description,
  outputFields: (t: Outputs) => ({
    approval: t.field({ type: ApprovalType, description: 'The approval.', resolve: ({ approval }) => approval }),
  }),
});

export const DecideApprovalPayload = builder.relayMutationField(
  'decideApproval',
  {
    description: 'Which call to decide about, and how.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The approval.' }),
      decision: t.field({ type: DecisionEnum, required: true, description: 'What to decide.' }),
      input: t.field({
        type: 'JSON',
        description:
          'Other arguments to run with; checked like the first ones. A hidden one sent back as it is shown stays.',
      }),
      reason: t.string({ description: 'Why. A denial reaches the caller with it.' }),
      denyOption: t.string({
        description: 'For a denial: the label of one of `denyOptions`; its reason is told first.',
      }),
    }),
  },
  {
    description:
      'Decides about a waiting call, once. For the assignee, those a rule names, and holders of `approvals.team.decide`; ' +
      'never for whoever asked for the call, and never for a key that acts for an agent.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({
      approval: await decideApproval(ctx, { ...input, id: requireId(input.id) }),
    }),
  },
  showing('The call as it stands now.'),
);

type BulkResult = { id: string; code: string | null; message: string | null };
const BulkResultType = builder.objectRef<BulkResult>('DecideApprovalResult').implement({
  description: 'What became of one of several decisions.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The approval, as it was sent.' }),
    code: t.exposeString('code', { nullable: true, description: 'Why it did not work out; null when it did.' }),
    message: t.exposeString('message', { nullable: true, description: 'The same in words.' }),
  }),
});

async function decideOne(ctx: Context, id: string, input: Omit<DecideInput, 'id'>): Promise<BulkResult> {
  try {
    await decideApproval(ctx, { id: requireId(id), decision: input.decision, reason: input.reason });
    return { id, code: null, message: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { id, code: error.code, message: error.message };
  }
}

const MOST_AT_ONCE = 100;

builder.relayMutationField(
  'decideApprovals',
  {
    description: 'Which calls to decide about alike.',
    inputFields: (t) => ({
      ids: t.idList({ required: true, description: 'The approvals, 100 at most.' }),
      decision: t.field({ type: DecisionEnum, required: true, description: 'What to decide.' }),
      reason: t.string({ description: 'Why.' }),
    }),
  },
  {
    description:
      'Decides about several waiting calls alike, each by itself: one that fails does not hold up the others.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      requireScope(ctx.viewer);
      if (input.ids.length > MOST_AT_ONCE) throw InvalidInput.of('ids', `At most ${MOST_AT_ONCE} at once.`);
      const results = new Map<string, BulkResult>();
      for (const id of new Set(input.ids.map(String))) results.set(id, await decideOne(ctx, id, input));
      return { results: input.ids.map((id) => results.get(String(id))!) };
    },
  },
  {
    description: 'What became of each.',
    outputFields: (t) => ({
      results: t.field({
        type: [BulkResultType],
        description: 'One for each id that was sent, in their order.',
        resolve: ({ results }) => results,
      }),
    }),
  },
);

const TEXT = { required: true, description: 'What to say.' } as const;

builder.relayMutationField(
  'askRequester',
  {
    description: 'What to ask about a waiting call.',
    inputFields: (t) => ({ id: t.id({ required: true, description: 'The approval.' }), text: t.string(TEXT) }),
  },
  {
    description: 'Asks whoever wants the call something before deciding. For those who may decide.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({ approval: await askRequester(ctx, requireId(input.id), input.text) }),
  },
  showing('The call that was asked about.'),
);

builder.relayMutationField(
  'answerApprover',
  {
    description: 'What to answer.',
    inputFields: (t) => ({ id: t.id({ required: true, description: 'The approval.' }), text: t.string(TEXT) }),
  },
  {
    description: "Answers a question about one's own call.",
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({
      approval: await answerApprover(ctx, requireId(input.id), input.text),
    }),
  },
  showing('The call it is about.'),
);

builder.relayMutationField(
  'reassignApproval',
  {
    description: 'Whom to put a waiting call before.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The approval.' }),
      userId: t.id({ required: true, description: 'The person.' }),
    }),
  },
  {
    description:
      'Puts a waiting call before somebody else; where a rule names who decides, before one of them. For those who may decide.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      const userId = parseNodeIdOf('User', String(input.userId)) ?? NO_ID;
      return { approval: await reassignApproval(ctx, requireId(input.id), userId) };
    },
  },
  showing('The call that was put before somebody else.'),
);

builder.relayMutationField(
  'snoozeApproval',
  {
    description: "Until when to leave a waiting call out of one's own inbox.",
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The approval.' }),
      until: t.field({ type: 'DateTime', required: true, description: 'When it comes back.' }),
    }),
  },
  {
    description:
      "Takes a waiting call out of one's own inbox until later. For those who may decide; others see it as before.",
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      const approval = await findApproval(ctx, requireId(input.id));
      if (!approval) throw new NotFound('This approval');
      const refusal = await whyNotDecide(ctx, approval);
      if (refusal) throw new Forbidden(refusal, 'approvals.team.decide');
      if (approval.status !== 'PENDING') throw closedBecause(approval.status);
      await snoozeTask(ctx, approval.taskId, input.until);
      return { approval };
    },
  },
  showing('The call that comes back later.'),
);
