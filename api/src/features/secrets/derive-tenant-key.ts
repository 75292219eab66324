import { hkdfSync } from 'node:crypto';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { requireDataKey } from './secret-seal.ts';

/** What the keys are for, and what each is called when it cannot be made. */
const PURPOSES = {
  webhooks: 'webhook signing key',
  receipts: 'receipt signing key',
  digests: 'digest key',
};

/**
 * The key of the tenant for one purpose. It follows from the tenant's own data key, so it stays the same when the master
 * key changes, and ends with the tenant.
 */
export async function deriveTenantKey(ctx: Context, purpose: keyof typeof PURPOSES): Promise<Buffer> {
  const dataKey = await requireDataKey(ctx, PURPOSES[purpose]);
  return Buffer.from(hkdfSync('sha256', dataKey, 'toolcrib', `${purpose}|${tenantIdOf(ctx.viewer)}`, 32));
}
