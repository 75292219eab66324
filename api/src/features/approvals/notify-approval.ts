import type { Context } from '#access/context.ts';
import { requireScope } from '#access/viewer.ts';
import type { Approval, Prisma } from '#generated/prisma/client.ts';
import { newId, toNodeId } from '#platform/ids.ts';
import type { ApprovalNews, NoticeContent } from '#toolkit/notifier.ts';

const nodeId = (typename: string, id: string | null) => id && toNodeId(typename, id);

function contentOf(ctx: Context, news: ApprovalNews, approval: Approval): NoticeContent {
  const { tenantSlug } = requireScope(ctx.viewer);
  const approvalId = toNodeId('Approval', approval.id);
  return {
    type: `approval.${news}`,
    at: ctx.clock.now().toISOString(),
    tenantId: toNodeId('Tenant', approval.tenantId),
    tenantSlug,
    approvalId,
    runId: toNodeId('ToolRun', approval.runId),
    tool: approval.toolSlug,
    status: approval.status,
    requestedBy: approval.requesterLabel,
    assigneeId: nodeId('User', approval.assigneeId),
    decidedBy: approval.decidedBy,
    expiresAt: approval.expiresAt?.toISOString() ?? null,
    url: `${ctx.baseUrl()}/t/${tenantSlug}/inbox/${approvalId}`,
  };
}

/** Leaves news for those outside who want to hear, in the transaction that makes it: what is rolled back is not told. */
export async function notifyApproval(ctx: Context, news: ApprovalNews, approval: Approval): Promise<void> {
  const { tenantId, id: approvalId } = approval;
  for (const notifier of ctx.notifiers) {
    if (!(await notifier.wanted(ctx))) continue;
    const id = newId();
    const content = contentOf(ctx, news, approval) as unknown as Prisma.InputJsonValue;
    const { channel } = notifier;
    await ctx.db.approvalNotice.create({
      data: { id, tenantId, approvalId, news, channel, content, createdAt: ctx.clock.now() },
    });
    await ctx.enqueue('approval.notify', { tenantId, noticeId: id }, { key: id });
  }
}
