import { createHmac } from 'node:crypto';
import type { Context } from '#access/context.ts';
import { toCanonicalJson } from '#platform/canonical.ts';
import { deriveTenantKey } from './derive-tenant-key.ts';

/**
 * Digests, for as many values as you like, that can be shown where something in the values is hidden: without the key of
 * the tenant nobody works a value out by trying all there are.
 */
export async function openKeyedDigest(ctx: Context): Promise<(value: unknown) => string> {
  const key = await deriveTenantKey(ctx, 'digests');
  return (value) => `hmac-sha256:${createHmac('sha256', key).update(toCanonicalJson(value)).digest('hex')}`;
}
