import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { digestOf } from '#platform/canonical.ts';

/** What a receipt attests. */
export type ReceiptContent = {
  tenantId: string;
  approvalId: string;
  runId: string;
  toolSlug: string;
  definitionDigest: string;
  inputDigest: string;
  ruleId: string | null;
  ruleRevision: number | null;
  decision: 'APPROVED' | 'DENIED';
  decidedBy: string;
  decidedById: string | null;
  reason: string | null;
  /** The named refusal that was chosen; receipts of earlier releases have none. */
  denyOption: string | null;
  decidedAt: string;
};

const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key that signs, made of 32 bytes that are always the same. */
export function signingKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

/** What outsiders check signatures with. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
}

export function sealReceipt(content: ReceiptContent, seq: number, previousHash: string, key: KeyObject) {
  const hash = digestOf({ seq, previousHash, content });
  return { hash, signature: sign(null, Buffer.from(hash, 'hex'), key).toString('base64url') };
}

export type StoredReceipt = { seq: number; content: unknown; previousHash: string; hash: string; signature: string };

/** Why a receipt is not to be believed; null when it is. */
export function findReceiptFlaw(
  receipt: StoredReceipt,
  previousHash: string,
  keys: readonly KeyObject[],
): string | null {
  const { seq, content, hash, signature } = receipt;
  if (receipt.previousHash !== previousHash) return 'It does not follow the receipt before it.';
  if (digestOf({ seq, previousHash, content }) !== hash) return 'Its content was changed.';
  const isSignedBy = (key: KeyObject) =>
    verify(null, Buffer.from(hash, 'hex'), createPublicKey(key), Buffer.from(signature, 'base64url'));
  return keys.some(isSignedBy) ? null : 'Its signature is not ours.';
}
