import { z } from 'zod';
import { builder } from '#graphql/builder.ts';
import { toNodeId } from '#platform/ids.ts';
import { ApprovalType } from './approval.graphql.ts';
import { type EligibleDecider, listEligibleDeciders } from './eligible-deciders.ts';
import { findAssigneeName, findAwaited } from './find-awaited.ts';
import { mayAnswer, whyNotDecide } from './may-decide.ts';

const EligibleDeciderType = builder.objectRef<EligibleDecider>('EligibleDecider').implement({
  description: 'Somebody before whom a waiting call can be put.',
  fields: (t) => ({
    userId: t.id({ description: 'The person.', resolve: ({ userId }) => toNodeId('User', userId) }),
    name: t.exposeString('name', { description: 'What they are called.' }),
    email: t.exposeString('email', { description: 'To tell those apart who are called alike.' }),
  }),
});

builder.objectFields(ApprovalType, (t) => ({
  assigneeName: t.string({
    nullable: true,
    description: 'What the person is called whom it was put before; null when nobody, or somebody who left.',
    resolve: (approval, _args, ctx) => findAssigneeName(ctx, approval),
  }),
  waitingFor: t.stringList({
    description:
      'By name, whose word it waits for: `you`, if it is yours; whom it was put before, then the people and roles that the ' +
      'rule names, or anybody else who may decide, or a key where no person is left. Empty once it waits no more, or for ' +
      'nobody.',
    resolve: (approval, _args, ctx) => findAwaited(ctx, approval),
  }),
  eligibleDeciders: t.field({
    type: [EligibleDeciderType],
    description:
      'Before whom it can be put instead, 20 at most, for those who can decide about it: where a rule names who decides, ' +
      'these; else any member. Empty for everybody else.',
    args: {
      search: t.arg.string({
        description: 'Part of a name or an address.',
        validate: { schema: z.string().max(200) },
      }),
    },
    complexity: 20,
    resolve: async (approval, { search }, ctx) =>
      approval.status === 'PENDING' && (await whyNotDecide(ctx, approval)) === null
        ? listEligibleDeciders(ctx, approval, search ?? '')
        : [],
  }),
  mayAnswer: t.boolean({
    description: 'Whether the caller asked for the call, and can answer questions about it now.',
    resolve: (approval, _args, ctx) => approval.status === 'PENDING' && mayAnswer(ctx, approval),
  }),
}));
