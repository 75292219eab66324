import type { KeyObject } from 'node:crypto';
import type { Context } from '#access/context.ts';
import { deriveTenantKey } from '#features/secrets/derive-tenant-key.ts';
import { signingKeyOf } from './receipt-chain.ts';

/** What signs all receipts of the tenant, from the first to the last. */
export const receiptKey = async (ctx: Context): Promise<KeyObject> =>
  signingKeyOf(await deriveTenantKey(ctx, 'receipts'));
