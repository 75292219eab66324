import type { Context } from '#access/context.ts';
import type { ApprovalRule } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { builder, type Types } from '#graphql/builder.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import { flatMapStream } from '#platform/flat-map-stream.ts';
import { NO_ID, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import type { Deciders } from '#toolkit/run-engine.ts';
import type { RuleMatch } from './approval-rule-shape.ts';
import { grantAlwaysAllow } from './grant-always-allow.ts';
import { describeByName } from './name-rule.ts';
import { readCallers, showCallers } from './rule-callers.ts';
import {
  createApprovalRule,
  deleteApprovalRule,
  orderApprovalRules,
  type RuleDraft,
  updateApprovalRule,
} from './save-approval-rule.ts';

/** By rule and revision of its terms. */
const findWaitingCounts = batchBy<string, number>(async (ctx, keys) => {
  const counts = await ctx.db.approval.groupBy({
    by: ['ruleId', 'ruleRevision'],
    where: { status: 'PENDING', ruleId: { in: keys.map((key) => key.split(' ')[0]!) } },
    _count: true,
  });
  return new Map(counts.map(({ ruleId, ruleRevision, _count }) => [`${ruleId} ${ruleRevision}`, _count]));
});

const RuleType = builder.objectRef<ApprovalRule>('ApprovalRule').implement({
  description: 'Says which calls pass, wait or are refused. The first rule that matches decides.',
  fields: (t) => ({
    id: t.id({ description: 'Opaque id.', resolve: ({ id }) => toNodeId('ApprovalRule', id) }),
    name: t.exposeString('name', { description: 'What people call it.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it is asked at all.' }),
    inWords: t.string({
      description: 'The rule in sentences; people, keys and roles by name.',
      resolve: (rule, _args, ctx) => describeByName(ctx, rule),
    }),
    match: t.field({
      type: 'JSON',
      description: 'Tools, categories, origins, sources, callers (kinds, or ids of people and keys) and roles.',
      resolve: async ({ match }, _args, ctx) => {
        const given = match as RuleMatch;
        return { ...given, callers: await showCallers(ctx, given.callers) };
      },
    }),
    condition: t.exposeString('condition', { nullable: true, description: 'What must hold for the arguments.' }),
    verdict: t.exposeString('verdict', { description: '`allow`, `ask` or `deny`.' }),
    deciders: t.field({
      type: 'JSON',
      description: 'Who may decide: users, roles, manager.',
      resolve: ({ deciders }) => {
        const { users, ...others } = deciders as unknown as Deciders;
        return { ...others, users: users.map((id) => toNodeId('User', id)) };
      },
    }),
    needed: t.exposeInt('needed', { description: 'How many must agree.' }),
    selfApproval: t.exposeBoolean('selfApproval', { description: 'Whether people may decide what asks for them.' }),
    expiresAfter: t.exposeInt('expiresAfter', {
      nullable: true,
      description: 'After how many seconds a call gives up.',
    }),
    remindAfter: t.exposeInt('remindAfter', { nullable: true, description: 'After how many seconds to remind.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'What a refused caller is told.' }),
    limit: t.exposeInt('limit', { nullable: true, description: 'How often it may let a call pass.' }),
    used: t.exposeInt('used', { description: 'How often it has.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', nullable: true, description: 'Until when it holds.' }),
    revision: t.exposeInt('revision', { description: 'Grows with every save.' }),
    waiting: t.int({
      description:
        'How many calls wait because of it. Switching it off or removing it leaves them with those who were asked; ' +
        'changing more than its name, reason or reminder leaves only denying them.',
      resolve: async ({ id, termsRevision }, _args, ctx) =>
        (await findWaitingCounts(ctx, `${id} ${termsRevision}`)) ?? 0,
    }),
    updatedBy: t.exposeString('updatedBy', { description: 'Who saved it last.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When.' }),
  }),
});

export const DraftInput = builder.inputType('ApprovalRuleDraft', {
  description: 'A rule as it is to be; what is left out stays, or has a default.',
  fields: (t) => ({
    name: t.string({ description: 'What people call it.' }),
    enabled: t.boolean({ description: 'Whether it is asked at all.' }),
    match: t.field({
      type: 'JSON',
      description:
        'Tools, categories, origins, sources, callers, roles: lists of words. A caller is `user`, `agent`, `apiKey`, ' +
        '`system`, or the id of a person or a key.',
    }),
    condition: t.string({ description: 'What must hold for the arguments, such as `input.amount > 1000`.' }),
    verdict: t.string({ description: '`allow`, `ask` or `deny`.' }),
    deciders: t.field({ type: 'JSON', description: 'Who may decide: `{ users, roles, manager }`.' }),
    needed: t.int({ description: 'How many must agree.' }),
    selfApproval: t.boolean({ description: 'Whether people may decide what asks for them.' }),
    expiresAfter: t.int({ description: 'After how many seconds a call gives up.' }),
    remindAfter: t.int({ description: 'After how many seconds to remind.' }),
    reason: t.string({ description: 'What a refused caller is told.' }),
    limit: t.int({ description: 'How often it may let a call pass.' }),
    endsAt: t.field({ type: 'DateTime', description: 'Until when it holds.' }),
  }),
});

/** People and keys are named by their public ids outside, and by their rows inside. */
export async function toDraft(ctx: Context, given: typeof DraftInput.$inferInput): Promise<RuleDraft> {
  const match = given.match as { callers?: unknown } | null | undefined;
  const deciders = given.deciders as { users?: unknown } | null | undefined;
  return {
    ...given,
    ...(Array.isArray(match?.callers) && { match: { ...match, callers: await readCallers(ctx, match.callers) } }),
    ...(Array.isArray(deciders?.users) && { deciders: { ...deciders, users: deciders.users.map(toUserId) } }),
  };
}

function toUserId(nodeId: unknown): string {
  const userId = parseNodeIdOf('User', String(nodeId));
  if (!userId) throw InvalidInput.of('deciders.users', 'This is not the id of a person.');
  return userId;
}

export const requireRuleId = (nodeId: string | number): string => {
  const id = parseNodeIdOf('ApprovalRule', String(nodeId));
  if (!id) throw new NotFound('This rule');
  return id;
};

builder.queryField('approvalRules', (t) =>
  t.field({
    type: [RuleType],
    description: 'The rules of the tenant in the order they are asked. Needs `approvals.team.read`.',
    authScopes: { may: 'approvals.team.read' },
    resolve: (_root, _args, ctx) => ctx.db.approvalRule.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
  }),
);

const savedRule = {
  description: 'The rule as it was saved.',
  outputFields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, { rule: ApprovalRule }>) => ({
    rule: t.field({ type: RuleType, description: 'The rule.', resolve: ({ rule }) => rule }),
  }),
};

builder.relayMutationField(
  'createApprovalRule',
  {
    description: 'The rule to add, behind the others.',
    inputFields: (t) => ({ rule: t.field({ type: DraftInput, required: true, description: 'The rule.' }) }),
  },
  {
    description: 'Adds a rule. Needs `approvals.team.rules`.',
    authScopes: { may: 'approvals.team.rules' },
    resolve: async (_root, { input }, ctx) => ({ rule: await createApprovalRule(ctx, await toDraft(ctx, input.rule)) }),
  },
  savedRule,
);

builder.relayMutationField(
  'updateApprovalRule',
  {
    description: 'What to change about a rule.',
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The rule.' }),
      revision: t.int({ required: true, description: 'The revision you looked at; a stale one is refused.' }),
      rule: t.field({ type: DraftInput, required: true, description: 'What to change.' }),
    }),
  },
  {
    description: 'Changes a rule. Needs `approvals.team.rules`.',
    authScopes: { may: 'approvals.team.rules' },
    resolve: async (_root, { input }, ctx) => ({
      rule: await updateApprovalRule(ctx, {
        ...(await toDraft(ctx, input.rule)),
        id: requireRuleId(input.id),
        revision: input.revision,
      }),
    }),
  },
  savedRule,
);

builder.relayMutationField(
  'deleteApprovalRule',
  {
    description: 'The rule to remove.',
    inputFields: (t) => ({ id: t.id({ required: true, description: 'The rule.' }) }),
  },
  {
    description: 'Removes a rule. Calls that wait because of it can still be decided. Needs `approvals.team.rules`.',
    authScopes: { may: 'approvals.team.rules' },
    resolve: async (_root, { input }, ctx) => {
      await deleteApprovalRule(ctx, requireRuleId(input.id));
      return { id: input.id };
    },
  },
  {
    description: 'What was removed.',
    outputFields: (t) => ({ id: t.id({ description: 'The rule.', resolve: ({ id }) => String(id) }) }),
  },
);

builder.relayMutationField(
  'orderApprovalRules',
  {
    description: 'All rules in their new order.',
    inputFields: (t) => ({ ids: t.idList({ required: true, description: 'Every rule once.' }) }),
  },
  {
    description: 'Puts the rules into another order. Needs `approvals.team.rules`.',
    authScopes: { may: 'approvals.team.rules' },
    resolve: async (_root, { input }, ctx) => ({
      rules: await orderApprovalRules(
        ctx,
        input.ids.map((id) => parseNodeIdOf('ApprovalRule', String(id)) ?? NO_ID),
      ),
    }),
  },
  {
    description: 'The rules as they stand.',
    outputFields: (t) => ({
      rules: t.field({ type: [RuleType], description: 'In their order.', resolve: ({ rules }) => rules }),
    }),
  },
);

const RuleChange = builder.objectRef<{ ruleId: string }>('ApprovalRuleChange').implement({
  description: 'News that a rule, or the order of all of them, changed. Read what you show again.',
  fields: (t) => ({
    id: t.id({
      nullable: true,
      description: 'The rule; null when several may have changed.',
      resolve: ({ ruleId }) => (ruleId === '*' ? null : toNodeId('ApprovalRule', ruleId)),
    }),
  }),
});

builder.subscriptionField('approvalRulesChanged', (t) =>
  t.field({
    type: RuleChange,
    description: 'The rules of the tenant as they are made, changed, ordered and removed. Needs `approvals.team.read`.',
    authScopes: { may: 'approvals.team.read' },
    subscribe: (_root, _args, ctx) => flatMapStream(ctx.follow(['ApprovalRule']), (bell) => [{ ruleId: bell.id }]),
    resolve: (change) => change as { ruleId: string },
  }),
);

builder.relayMutationField(
  'grantAlwaysAllow',
  {
    description: 'Which calls to let pass from now on.',
    inputFields: (t) => ({
      approvalId: t.id({ required: true, description: 'Calls like this one.' }),
      forCaller: t.boolean({ defaultValue: true, description: 'Only by the same caller.' }),
      limit: t.int({ description: 'So often at most.' }),
      endsAt: t.field({ type: 'DateTime', required: true, description: 'Until then.' }),
    }),
  },
  {
    description:
      'Makes a rule out of a call that waits or was approved, just before the rule that asked: it lets such calls pass. ' +
      'Needs `approvals.team.rules`.',
    authScopes: { may: 'approvals.team.rules' },
    resolve: async (_root, { input }, ctx) => {
      const approvalId = parseNodeIdOf('Approval', String(input.approvalId));
      if (!approvalId) throw new NotFound('This approval');
      return { rule: await grantAlwaysAllow(ctx, { ...input, approvalId, forCaller: input.forCaller ?? true }) };
    },
  },
  savedRule,
);
