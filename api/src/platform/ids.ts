import { createHash, randomBytes, randomUUID } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The public form of every id: opaque, and the same wherever the row appears. */
export function toNodeId(typename: string, id: string): string {
  return Buffer.from(`${typename}:${id}`).toString('base64url');
}

export function parseNodeId(nodeId: string): { typename: string; id: string } | undefined {
  if (nodeId.length > 200) return undefined;
  const [typename, id, ...rest] = Buffer.from(nodeId, 'base64url').toString('utf8').split(':');
  if (!typename || !id || rest.length > 0 || !UUID.test(id)) return undefined;
  return { typename, id };
}

/** No row has it. What is asked with an id that is none finds nothing, as with an id that is unknown. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The row id behind a public id, if that is one of this type. */
export function parseNodeIdOf(typename: string, nodeId: string): string | undefined {
  const parsed = parseNodeId(nodeId);
  return parsed?.typename === typename ? parsed.id : undefined;
}

let lastMoment = 0;
let withinMoment = 0;

/** A UUID of version 7: ids made later sort later, also within one millisecond of one process. */
export function newId(): string {
  const now = Date.now();
  withinMoment = now > lastMoment ? 0 : withinMoment + 1;
  if (withinMoment > 0xfff) {
    lastMoment += 1;
    withinMoment = 0;
  } else if (now > lastMoment) lastMoment = now;
  const time = lastMoment.toString(16).padStart(12, '0');
  const count = withinMoment.toString(16).padStart(3, '0');
  const chance = randomUUID().slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${chance}`;
}

export function newRequestId(): string {
  return randomUUID();
}

/** A secret with 256 bits of chance; only its hash is ever stored. */
export function newToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** An id that is always the same for the same words, for things that have no row of their own. */
export function idOf(...words: string[]): string {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
