import type { Context } from '#access/context.ts';
import { openKeyedDigest } from '#features/secrets/keyed-digest.ts';
import { findHiddenFields } from '#features/sessions/hidden-fields.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { digestOf, toCanonicalJson } from '#platform/canonical.ts';
import { maskFields } from '#toolkit/sensitive-fields.ts';

/** How one receipt digests arguments. */
export type ReceiptDigest = { isKeyed: boolean; of(value: unknown): string };

const PLAIN: ReceiptDigest = { isKeyed: false, of: digestOf };

/** Each run has digests of its own, so that nobody finds out a hidden argument by calls with others. */
async function keyedFor(ctx: Context, { runId }: Approval): Promise<ReceiptDigest> {
  const digest = await openKeyedDigest(ctx);
  return { isKeyed: true, of: (value) => digest({ runId, value }) };
}

/** One that anybody can work out, unless some of the arguments are hidden from those who see the receipt. */
export async function chooseDigest(ctx: Context, approval: Approval): Promise<ReceiptDigest> {
  const { toolSlug, runId, input, editedInput } = approval;
  const names = await findHiddenFields(ctx, toolSlug, runId);
  const hides = (value: unknown) => toCanonicalJson(maskFields(value, names)) !== toCanonicalJson(value);
  return hides(input) || hides(editedInput) ? keyedFor(ctx, approval) : PLAIN;
}

/** The one that made this digest. What is hidden may have changed since. */
export async function digestLike(ctx: Context, approval: Approval, written: string): Promise<ReceiptDigest> {
  return written.startsWith('hmac-') ? keyedFor(ctx, approval) : PLAIN;
}
