import { hkdfSync } from 'node:crypto';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { requireDataKey } from './secret-seal.ts';

/**
 * With what webhooks of the tenant are signed. It follows from the tenant's own data key, so it stays the same when the
 * master key changes, and ends with the tenant. Receivers need it, hence a text that can be handed over.
 */
export async function webhookSigningKey(ctx: Context): Promise<string> {
  const dataKey = await requireDataKey(ctx, 'webhook signing key');
  const key = hkdfSync('sha256', dataKey, 'toolcrib', `webhooks|${tenantIdOf(ctx.viewer)}`, 32);
  return `whk_${Buffer.from(key).toString('base64url')}`;
}
