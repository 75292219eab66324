import { builder } from '#graphql/builder.ts';
import { ApprovalType } from './approval.graphql.ts';
import { findAssigneeName, findAwaited } from './find-awaited.ts';
import { mayAnswer } from './may-decide.ts';

builder.objectFields(ApprovalType, (t) => ({
  assigneeName: t.string({
    nullable: true,
    description: 'What the person is called whom it was put before; null when nobody, or somebody who left.',
    resolve: (approval, _args, ctx) => findAssigneeName(ctx, approval),
  }),
  waitingFor: t.stringList({
    description:
      'By name, whose word it waits for: whom it was put before, then the people and roles that the rule names. Empty ' +
      'when anybody who may decide can, and once it waits no more.',
    resolve: (approval, _args, ctx) => findAwaited(ctx, approval),
  }),
  mayAnswer: t.boolean({
    description: 'Whether the caller asked for the call, and can answer questions about it now.',
    resolve: (approval, _args, ctx) => approval.status === 'PENDING' && mayAnswer(ctx, approval),
  }),
}));
