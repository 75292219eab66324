import { ApprovalType } from '#features/approvals/approval.graphql.ts';
import { DecideApprovalPayload } from '#features/approvals/decide.graphql.ts';
import { visibleApprovals } from '#features/approvals/find-approvals.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { builder } from '#graphql/builder.ts';
import { findRunHead, viewOfHead } from './run-view.ts';
import { ToolRunType } from './tool-run.graphql.ts';

const findApprovalOf = batchBy<string, Approval>(async (ctx, runIds) => {
  const approvals = await ctx.db.approval.findMany({
    where: { runId: { in: runIds }, AND: [visibleApprovals(ctx)] },
  });
  return new Map(approvals.map((approval) => [approval.runId, approval]));
});

builder.objectField(ToolRunType, 'approval', (t) =>
  t.field({
    type: ApprovalType,
    nullable: true,
    description: 'The approval it waits or waited for.',
    resolve: async ({ id }, _args, ctx) => (await findApprovalOf(ctx, id)) ?? null,
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
