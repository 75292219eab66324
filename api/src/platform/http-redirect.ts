import { blocked } from './http-error.ts';
import { carriesMore, forOtherOrigin, type Headers, withoutBody } from './http-headers.ts';
import { parseTarget } from './http-target.ts';

export type Hop = { url: URL; method: string; headers: Headers; body: string | Uint8Array | undefined };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number, location: unknown): location is string =>
  REDIRECTS.has(status) && typeof location === 'string' && location !== '';

function contains(text: string, secret: string): boolean {
  return [secret, encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret))].some((spelling) =>
    text.toLowerCase().includes(spelling.toLowerCase()),
  );
}

/** A 303, and by old habit a 301 or 302 after a POST, asks for the other address with GET. */
function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'HEAD';
  return status < 303 && method === 'POST';
}

/** The request that a redirect asks for, stripped of all that belongs to the origin it came from. */
export function followRedirect(hop: Hop, status: number, location: string, secrets: readonly string[]): Hop {
  const url = parseTarget(location, hop.url);
  const next = becomesGet(status, hop.method)
    ? { url, method: 'GET', headers: withoutBody(hop.headers), body: undefined }
    : { ...hop, url };
  if (url.origin === hop.url.origin) return next;
  const from = hop.url.hostname;
  if (hop.url.protocol === 'https:' && url.protocol === 'http:' && (carriesMore(hop.headers) || next.body)) {
    throw blocked(`${from} redirects from https to http, where others can read along.`);
  }
  const body = next.body === undefined ? '' : Buffer.from(next.body).toString('utf8');
  const isLeaking = secrets.some((secret) => contains(url.href, secret) || body.includes(secret));
  if (isLeaking) throw blocked(`${from} redirects to ${url.hostname}, and a secret would travel there.`);
  return { ...next, headers: forOtherOrigin(next.headers) };
}
