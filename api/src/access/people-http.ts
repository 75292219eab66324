import type { IncomingMessage, ServerResponse } from 'node:http';
import { RefusedRequest } from './people-refusal.ts';

/** Carries the caller's address to the library. Headers of the caller are not passed on unless they are named here. */
export const ADDRESS_HEADER = 'x-toolcrib-client-address';
const PASSED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'content-type',
  'accept',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const;
const BODY_LIMIT = 64 * 1_024;

/** The address at the other end of the socket or, behind a proxy that we trust, the one which that proxy saw. */
function addressOf(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? [req.headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim()
    : undefined;
  const address = forwarded || req.socket.remoteAddress || '';
  return address.replace(/%.*$/, '');
}

async function readBody(req: IncomingMessage): Promise<string> {
  const tooLarge = () => new RefusedRequest(413, 'BODY_TOO_LARGE', 'The request body is larger than 64 KiB.');
  if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > BODY_LIMIT) break;
      chunks.push(chunk);
    }
  } catch {
    throw new RefusedRequest(400, 'BAD_REQUEST', 'The request body did not arrive completely.');
  }
  if (size > BODY_LIMIT) throw tooLarge();
  return Buffer.concat(chunks).toString('utf8');
}

function refuseNullCharacters(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new Error('PostgreSQL text cannot hold it');
  return value;
}

/** Only JSON objects pass: forms of foreign pages cannot send them, and the library may rely on the shape. */
function checkBody(body: string, contentType: string | undefined): void {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw new RefusedRequest(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON with "Content-Type: application/json".');
  }
  let value: unknown;
  try {
    value = JSON.parse(body, refuseNullCharacters);
  } catch {
    throw new RefusedRequest(400, 'BAD_REQUEST', 'The request body is not valid JSON.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new RefusedRequest(400, 'BAD_REQUEST', 'The request body must be a JSON object.');
  }
}

export async function toRequest(req: IncomingMessage, url: URL, trustProxy: boolean): Promise<Request> {
  const headers = new Headers({ [ADDRESS_HEADER]: addressOf(req, trustProxy) });
  for (const name of PASSED_HEADERS) {
    const value = req.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (req.method === 'GET') return new Request(url, { headers });
  const body = await readBody(req);
  if (body === '') headers.delete('content-type');
  else checkBody(body, req.headers['content-type']);
  return new Request(url, { method: 'POST', headers, body: body === '' ? null : body });
}

export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  for (const [name, value] of response.headers) if (name !== 'set-cookie') res.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader('set-cookie', cookies);
  res.setHeader('cache-control', 'no-store');
  res.setHeader('referrer-policy', 'no-referrer');
  const retryAfter = response.headers.get('x-retry-after');
  if (retryAfter) res.setHeader('retry-after', retryAfter);
  // What was not read of a request would be taken for the next one.
  if (!res.req.complete) res.setHeader('connection', 'close');
  res.writeHead(response.status);
  res.end(body);
}
