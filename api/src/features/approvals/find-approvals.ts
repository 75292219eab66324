import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { principalOf } from '#access/viewer.ts';
import type { Approval, Prisma } from '#generated/prisma/client.ts';
import { NO_ID } from '#platform/ids.ts';

/** What waits on somebody, or was asked for by them or for them; all of it with the right. */
export function visibleApprovals(ctx: Context): Prisma.ApprovalWhereInput {
  if (can(ctx.viewer, 'approvals.team.read')) return {};
  const principal = principalOf(ctx.viewer) ?? NO_ID;
  return { OR: [{ assigneeId: principal }, { requesterId: principal }, { onBehalfOfId: principal }] };
}

export function findApproval(ctx: Context, id: string): Promise<Approval | null> {
  return ctx.db.approval.findFirst({ where: { id, AND: [visibleApprovals(ctx)] } });
}
