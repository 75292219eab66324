import { blocked } from './http-error.ts';
import { carriesMore, forOtherOrigin, type Headers, withoutBody } from './http-headers.ts';
import { parseTarget } from './http-target.ts';
import { spellingsOf } from './secret-spellings.ts';

export type Hop = { url: URL; method: string; headers: Headers; body: string | Uint8Array | undefined };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number, location: unknown): location is string =>
  REDIRECTS.has(status) && typeof location === 'string' && location !== '';

const MOST_LAYERS = 4;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const withoutPercent = (text: string) =>
  text.replace(PERCENT, (signs) => Buffer.from(signs.replaceAll('%', ''), 'hex').toString('utf8'));

/** The text, and what is left of it when signs written as %41 are taken for what they mean, however often that was done. */
function layersOf(text: string): string[] {
  const layers = [text];
  for (let next = withoutPercent(text); next !== layers.at(-1) && layers.length <= MOST_LAYERS; ) {
    layers.push(next);
    next = withoutPercent(next);
  }
  return layers.flatMap((layer) => [layer, layer.replaceAll('+', ' ')]).map((layer) => layer.toLowerCase());
}

/** Rather one redirect too few than a secret at another host. */
function findsAny(texts: readonly string[], secrets: readonly string[]): boolean {
  const layers = texts.flatMap(layersOf);
  const spellings = secrets.flatMap(spellingsOf).map((spelling) => spelling.toLowerCase());
  return spellings.some((spelling) => spelling !== '' && layers.some((layer) => layer.includes(spelling)));
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
  if (findsAny([url.href, body], secrets))
    throw blocked(`${from} redirects to ${url.hostname}, and a secret would travel there.`);
  return { ...next, headers: forOtherOrigin(next.headers) };
}
