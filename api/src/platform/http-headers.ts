import { blocked } from './http-error.ts';

export type Headers = Readonly<Record<string, string>>;

/** What the connection itself decides; whoever sets it could smuggle a second request into the first. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
]);
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const MOST_HEADERS = 64;
const MOST_BYTES = 32_768;

/** Any other header may be a credential under a name of its own, so it stays with the origin it was written for. */
const FREE_TO_TRAVEL = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);
const DEFAULTS: Headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'toolcrib' };

/** The headers by their lower-case names, with defaults; a refusal where they would change the request itself. */
export function parseHeaders(given: Headers): Record<string, string> {
  const headers: Record<string, string> = {};
  let bytes = 0;
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase();
    if (!NAME.test(written)) throw blocked('A header has a name that no header can have.');
    if (CONNECTION_HEADERS.has(name) || name.startsWith('proxy-')) {
      throw blocked(`The header ${name} is set by the connection itself.`);
    }
    if (Object.hasOwn(headers, name)) throw blocked(`There are two headers ${name}.`);
    if (!VALUE.test(value)) throw blocked(`The header ${name} contains characters that a header cannot hold.`);
    headers[name] = value;
    bytes += name.length + value.length;
  }
  if (Object.keys(headers).length > MOST_HEADERS || bytes > MOST_BYTES) {
    throw blocked(`At most ${MOST_HEADERS} headers with ${MOST_BYTES} bytes can be sent.`);
  }
  return { ...DEFAULTS, ...headers };
}

const keep = (headers: Headers, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));

export const forOtherOrigin = (headers: Headers) => keep(headers, (name) => FREE_TO_TRAVEL.has(name));
export const withoutBody = (headers: Headers) => keep(headers, (name) => !BODY_HEADERS.has(name));
export const carriesMore = (headers: Headers) => Object.keys(headers).some((name) => !FREE_TO_TRAVEL.has(name));
