import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { webhookSigningKey } from './webhook-signing-key.ts';

/** The one key of a tenant that is handed out: whoever receives its webhooks checks them with it. */
export async function revealSigningKey(ctx: Context, reason?: string | null): Promise<string> {
  requireCan(ctx.viewer, 'secrets.tenant.update');
  const key = await webhookSigningKey(ctx);
  await ctx.transaction((inside) =>
    appendAudit(inside, {
      action: 'webhookSigningKey.revealed',
      target: { type: 'Tenant', id: tenantIdOf(ctx.viewer) },
      permission: 'secrets.tenant.update',
      details: { reason: reason?.slice(0, 500) ?? null },
    }),
  );
  return key;
}
