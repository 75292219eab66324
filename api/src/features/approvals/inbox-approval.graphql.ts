import { can } from '#access/can.ts';
import { InboxItemType } from '#features/tasks/inbox.graphql.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { builder } from '#graphql/builder.ts';
import { flatMapStream } from '#platform/flat-map-stream.ts';
import { toNodeId } from '#platform/ids.ts';
import { ApprovalType } from './approval.graphql.ts';
import { visibleApprovals } from './find-approvals.ts';

const findApprovalOf = batchBy<string, Approval>(async (ctx, taskIds) => {
  const approvals = await ctx.db.approval.findMany({
    where: { taskId: { in: taskIds }, AND: [await visibleApprovals(ctx)] },
  });
  return new Map(approvals.map((approval) => [approval.taskId, approval]));
});

builder.objectField(InboxItemType, 'approval', (t) =>
  t.field({
    type: ApprovalType,
    nullable: true,
    description: 'The call that waits, or that the question is about.',
    resolve: async ({ id, kind, parentId }, _args, ctx) => {
      const taskId = kind === 'question' ? parentId : id;
      return taskId ? ((await findApprovalOf(ctx, taskId)) ?? null) : null;
    },
  }),
);

type Change = { approvalId: string };
const ApprovalChange = builder.objectRef<Change>('ApprovalChange').implement({
  description: 'News that a waiting call was asked for, decided or changed. Read what you show again.',
  fields: (t) => ({
    id: t.id({
      nullable: true,
      description: 'The approval; null when several may have changed.',
      resolve: ({ approvalId }) => (approvalId === '*' ? null : toNodeId('Approval', approvalId)),
    }),
  }),
});

builder.subscriptionField('approvalsChanged', (t) =>
  t.field({
    type: ApprovalChange,
    description: 'Calls that wait, as they come and go. Needs `approvals.team.read` or `approvals.team.decide`.',
    authScopes: (_root, _args, { viewer }) => can(viewer, 'approvals.team.decide') || { may: 'approvals.team.read' },
    subscribe: (_root, _args, ctx) => flatMapStream(ctx.follow(['Approval']), (bell) => [{ approvalId: bell.id }]),
    resolve: (change) => change as Change,
  }),
);
