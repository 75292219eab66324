import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** What was sealed does not open: another row, another version, another key, or bytes that were changed. */
export class Unreadable extends Error {
  constructor() {
    super('The sealed value does not open.');
  }
}

/** AES-256-GCM. `bound` names what the value belongs to: moved elsewhere, it does not open. */
export function seal(key: Buffer, bound: string, value: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(value), cipher.final()]);
  return Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(key: Buffer, bound: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== FORMAT) throw new Unreadable();
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound)).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Unreadable();
  }
}

export type KeyRing = {
  /** A fresh data key, as it may be stored. */
  newDataKey(owner: string): { wrapped: Buffer; keyId: string };
  openDataKey(owner: string, wrapped: Uint8Array, keyId: string): Buffer;
  /** The same data key as the current key wraps it. */
  rewrap(owner: string, wrapped: Uint8Array, keyId: string): { wrapped: Buffer; keyId: string };
  /** Names the key that wraps now. */
  readonly currentKeyId: string;
};

/** Tells keys apart without telling anything about them. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** Wraps one data key per owner with a key that is never stored beside the data. The first key wraps, all of them open. */
export function createKeyRing([current, ...former]: [Buffer, ...Buffer[]]): KeyRing {
  const keys = new Map([current, ...former].map((key) => [nameOf(key), key]));
  const boundTo = (owner: string, keyId: string) => `data-key|${owner}|${keyId}`;
  const currentKeyId = nameOf(current);
  const wrap = (owner: string, dataKey: Buffer) => ({
    wrapped: seal(current, boundTo(owner, currentKeyId), dataKey),
    keyId: currentKeyId,
  });
  const open = (owner: string, wrapped: Uint8Array, keyId: string): Buffer => {
    const key = keys.get(keyId);
    if (!key) throw new Unreadable();
    return unseal(key, boundTo(owner, keyId), wrapped);
  };
  return {
    currentKeyId,
    newDataKey: (owner) => wrap(owner, randomBytes(KEY_BYTES)),
    openDataKey: open,
    rewrap: (owner, wrapped, keyId) => wrap(owner, open(owner, wrapped, keyId)),
  };
}
