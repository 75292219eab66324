import { builder } from '#graphql/builder.ts';
import { toNodeId } from '#platform/ids.ts';
import { DraftInput, requireRuleId, toDraft } from './approval-rule.graphql.ts';
import { type Rehearsal, type RehearsedCall, rehearseRule, type Tally } from './rehearse-rule.ts';

const CallType = builder.objectRef<RehearsedCall>('RehearsedCall').implement({
  description: 'A call of the past, and which way it would go.',
  fields: (t) => ({
    runId: t.id({
      nullable: true,
      description: 'The run; null of a call that a rule refused.',
      resolve: ({ runId }) => runId && toNodeId('ToolRun', runId),
    }),
    sessionId: t.id({
      description: 'The session it was made in.',
      resolve: ({ sessionId }) => toNodeId('Session', sessionId),
    }),
    toolSlug: t.exposeString('toolSlug', { description: 'The tool.' }),
    requestedBy: t.exposeString('requestedBy', { description: 'Who called it.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    note: t.exposeString('note', { nullable: true, description: 'What is special about it.' }),
    before: t.exposeString('before', { description: 'What the rules say of it today: `allow`, `ask` or `deny`.' }),
    after: t.exposeString('after', { description: 'What they would say.' }),
    by: t.exposeString('by', { nullable: true, description: 'The rule that would; null for the policy of the tool.' }),
  }),
});

const TallyType = builder.objectRef<Tally>('RehearsalTally').implement({
  description: 'How many calls of the past go which way.',
  fields: (t) => ({
    allowed: t.exposeInt('allowed', { description: 'Would run at once.' }),
    asked: t.exposeInt('asked', { description: 'Would wait for approval.' }),
    denied: t.exposeInt('denied', { description: 'Would be refused.' }),
  }),
});

export const RehearsalType = builder.objectRef<Rehearsal>('RuleRehearsal').implement({
  description:
    'What a draft of a rule would change: calls of the past, judged by the rules of today and by those with the draft in its place.',
  fields: (t) => ({
    looked: t.exposeInt('looked', { description: 'How many calls were looked at.' }),
    isCut: t.exposeBoolean('isCut', {
      description: 'Whether there were more calls since then: only the latest are looked at.',
    }),
    matched: t.exposeInt('matched', { description: 'How many the draft is about.' }),
    decided: t.exposeInt('decided', { description: 'Of those, how many no rule above it decides.' }),
    verdict: t.exposeString('verdict', { description: 'What the draft says of them.' }),
    unclear: t.exposeInt('unclear', {
      description: 'Of those it is about, how many could not be worked out and would have asked.',
    }),
    examples: t.field({
      type: [CallType],
      description: 'The latest that it is about.',
      resolve: ({ examples }) => examples,
    }),
    before: t.field({
      type: TallyType,
      description: 'By the rules of today; a grant lets as many pass as it has left.',
      resolve: ({ before }) => before,
    }),
    after: t.field({ type: TallyType, description: 'With the draft in its place.', resolve: ({ after }) => after }),
    changed: t.exposeInt('changed', { description: 'How many calls would go another way.' }),
    changes: t.field({
      type: [CallType],
      description: 'The latest of them.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

builder.queryField('rehearseApprovalRule', (t) =>
  t.field({
    type: RehearsalType,
    description:
      'Replays the real log with a draft of a rule at its place in the order, and changes nothing. Calls that a ' +
      'rule refused are part of it. Needs `approvals.team.rules`.',
    args: {
      rule: t.arg({ type: DraftInput, required: true, description: 'The draft.' }),
      since: t.arg({ type: 'DateTime', required: true, description: 'How far back to look.' }),
      ruleId: t.arg.id({ description: 'The rule that the draft changes; without it, the draft stands behind all.' }),
    },
    authScopes: { may: 'approvals.team.rules' },
    complexity: { field: 100, multiplier: 1 },
    resolve: async (_root, { rule, since, ruleId }, ctx) => {
      const replaces = ruleId === null || ruleId === undefined ? null : requireRuleId(ruleId);
      return rehearseRule(ctx, await toDraft(ctx, rule), since, { replaces });
    },
  }),
);
