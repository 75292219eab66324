import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { digestOf } from '#platform/canonical.ts';

/** What a receipt attests. Ids are the public ones, so that whoever is handed a receipt can ask for what it names. */
export type ReceiptContent = {
  tenantId: string;
  approvalId: string;
  runId: string;
  toolSlug: string;
  /** Of the tool when the call was made; missing in receipts of earlier releases, like `askedInputDigest`. */
  toolVersion: number | null;
  definitionDigest: string;
  /** The arguments as they were asked for. */
  askedInputDigest: string;
  /** The arguments that were decided on: others, where somebody edited them. */
  inputDigest: string;
  ruleId: string | null;
  ruleRevision: number | null;
  decision: string;
  decidedBy: string | null;
  decidedById: string | null;
  reason: string | null;
  /** The named refusal that was chosen; receipts of earlier releases have none. */
  denyOption: string | null;
  decidedAt: string | null;
  /** What everybody said who was heard, first to last; missing in receipts of earlier releases. */
  votes: { by: string; byId: string; decision: string; reason: string | null; at: string }[];
  /** Where the log tells of the decision; missing in receipts of earlier releases. */
  event: { id: string; sessionId: string; seq: number; type: string; hash: string } | null;
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
export function findReceiptFlaw(receipt: StoredReceipt, previousHash: string, key: KeyObject): string | null {
  const { seq, content, hash, signature } = receipt;
  if (receipt.previousHash !== previousHash) return 'It does not follow the receipt before it.';
  if (digestOf({ seq, previousHash, content }) !== hash) return 'Its content was changed.';
  const bytes = Buffer.from(hash, 'hex');
  const isOurs = verify(null, bytes, createPublicKey(key), Buffer.from(signature, 'base64url'));
  return isOurs ? null : 'Its signature is not ours.';
}
