import { ApprovalType } from '#features/approvals/approval.graphql.ts';
import { DecideApprovalPayload } from '#features/approvals/decide.graphql.ts';
import { builder } from '#graphql/builder.ts';
import { findApprovalOf, findStepApprovalOf } from './find-run-approval.ts';
import { findRunHead, viewOfHead } from './run-view.ts';
import { ToolRunType } from './tool-run.graphql.ts';

builder.objectField(ToolRunType, 'approval', (t) =>
  t.field({
    type: ApprovalType,
    nullable: true,
    description: 'The approval it waits or waited for; while one of its steps waits, the approval of that step.',
    resolve: async ({ id, status }, _args, ctx) =>
      (await findApprovalOf(ctx, id)) ?? (status === 'WAITING' ? await findStepApprovalOf(ctx, id) : null) ?? null,
  }),
);

builder.objectField(ApprovalType, 'run', (t) =>
  t.field({
    type: ToolRunType,
    description: 'The run that waits.',
    resolve: async ({ runId }, _args, ctx) => viewOfHead((await findRunHead(ctx, runId))!),
  }),
);

builder.objectField(DecideApprovalPayload.payloadType, 'run', (t) =>
  t.field({
    type: ToolRunType,
    description: 'The run it is about.',
    resolve: async ({ approval }, _args, ctx) => viewOfHead((await findRunHead(ctx, approval.runId))!),
  }),
);
