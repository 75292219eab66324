import type { Context } from '#access/context.ts';
import { deriveTenantKey } from './derive-tenant-key.ts';

/** With what webhooks of the tenant are signed. Receivers need it, hence a text that can be handed over. */
export async function webhookSigningKey(ctx: Context): Promise<string> {
  const key = await deriveTenantKey(ctx, 'webhooks');
  return `whk_${key.toString('base64url')}`;
}
