import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { requireScope } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { EgressError } from '#platform/http-error.ts';
import { newId, toNodeId } from '#platform/ids.ts';
import type { NoticeContent } from '#toolkit/notifier.ts';
import { readWebhookUrl } from './set-approval-webhook.ts';
import { postNotice } from './webhook-notifier.ts';

export type WebhookTest = { delivered: boolean; message: string };

const NOTHING_SET = { delivered: false, message: 'There is no address yet. Write one, then send a test.' };
const LONGEST_MS = 15_000;

/** Sends one piece of made-up news now, and says what came of it. */
export async function tryApprovalWebhook(ctx: Context, given: string | null | undefined): Promise<WebhookTest> {
  requireCan(ctx.viewer, 'settings.tenant.update');
  const { tenantId, tenantSlug } = requireScope(ctx.viewer);
  const stored = await ctx.db.approvalWebhook.findFirst();
  const url = given?.trim() ? readWebhookUrl(ctx, given) : stored?.url;
  const content: NoticeContent = {
    type: 'test',
    at: ctx.clock.now().toISOString(),
    tenantId: toNodeId('Tenant', tenantId),
    tenantSlug,
    approvalId: null,
    runId: null,
    tool: null,
    status: null,
    requestedBy: null,
    assigneeId: null,
    decidedBy: null,
    expiresAt: null,
    url: `${ctx.baseUrl()}/t/${tenantSlug}/inbox`,
  };
  const outcome = url ? await tryPost(ctx, url, content) : NOTHING_SET;
  await ctx.transaction((inside) =>
    appendAudit(inside, {
      action: 'approvalWebhook.tested',
      target: { type: 'Tenant', id: tenantId },
      permission: 'settings.tenant.update',
      details: { host: url ? new URL(url).host : null, delivered: outcome.delivered },
    }),
  );
  return outcome;
}

async function tryPost(ctx: Context, url: string, content: NoticeContent): Promise<WebhookTest> {
  try {
    await postNotice(ctx, url, { id: newId(), content }, AbortSignal.timeout(LONGEST_MS));
    return { delivered: true, message: `${new URL(url).hostname} took it.` };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return { delivered: false, message: error.message };
  }
}
