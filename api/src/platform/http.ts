import { lookup as lookUp } from 'node:dns/promises';
import { Agent, type Dispatcher } from 'undici';
import { readBody } from './http-body.ts';
import { createConnector } from './http-connect.ts';
import { type Deadline, startDeadline } from './http-deadline.ts';
import { blocked, tooManyRedirects } from './http-error.ts';
import { type Headers, parseHeaders } from './http-headers.ts';
import { followRedirect, type Hop, isRedirect } from './http-redirect.ts';
import { type Lookup, parseTarget } from './http-target.ts';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 10 * 1_048_576;
const MOST_REDIRECTS = 3;
const MOST_HEADER_BYTES = 32_768;
const LONGEST_KEEP_ALIVE_MS = 30_000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type EgressRequest = {
  url: string;
  method?: string;
  headers?: Headers;
  body?: string | Uint8Array;
  /** For all of it: looking up, connecting, redirects and the last byte of the body. */
  timeoutMs?: number;
  mostBytes?: number;
  mostRedirects?: number;
  /** Secrets that are written into the request. They never go on to another origin. */
  secretValues?: readonly string[];
};

type Head = { status: number; headers: Headers; url: string };
export type EgressResponse = Head & { body: Buffer };
export type EgressStream = Head & { chunks: AsyncGenerator<Buffer> };

export type Egress = {
  request(request: EgressRequest, signal: AbortSignal): Promise<EgressResponse>;
  /** The same with a body that is read as it comes; the time limit holds until its end. */
  stream(request: EgressRequest, signal: AbortSignal): Promise<EgressStream>;
  close(): Promise<void>;
};

/** Admitted are places that skip the rules about addresses and ports, and no other rule. */
export type EgressOptions = { admitted: readonly string[]; lookup?: Lookup };

const lookUpAll: Lookup = async (host) => (await lookUp(host, { all: true })).map(({ address }) => address);

function toHeaders(received: Dispatcher.ResponseData['headers']): Headers {
  return Object.fromEntries(Object.entries(received).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}

function toFirstHop({ url, method = 'GET', headers = {}, body }: EgressRequest): Hop {
  if (!METHODS.has(method)) throw blocked(`The method is one of ${[...METHODS].join(', ')}.`);
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) throw blocked(`A ${method} request has no body.`);
  return { url: parseTarget(url), method, headers: parseHeaders(headers), body };
}

/** The one way out: whatever this process asks of others for a tenant goes through here. */
export function createEgress({ admitted, lookup = lookUpAll }: EgressOptions): Egress {
  const connector = createConnector({ admitted, lookup });
  // An agent of its own: neither proxies of the environment nor a dispatcher that somebody made global apply.
  const agent = new Agent({
    connect: connector.connect,
    maxHeaderSize: MOST_HEADER_BYTES,
    keepAliveMaxTimeout: LONGEST_KEEP_ALIVE_MS,
  });

  async function ask(
    { url, method, headers, body }: Hop,
    { signal, lost }: Deadline,
  ): Promise<Dispatcher.ResponseData> {
    const leave = connector.wait(url.origin);
    try {
      const asked = agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body === undefined ? null : Buffer.from(body),
        signal,
        // The deadline is the only clock.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      // The library hears of the signal only once it has a connection.
      return await Promise.race([asked, lost]);
    } finally {
      leave();
    }
  }

  async function follow(request: EgressRequest, start: Hop, deadline: Deadline) {
    const { mostRedirects = MOST_REDIRECTS, secretValues = [] } = request;
    let hop = start;
    for (let redirects = 0; ; redirects += 1) {
      const host = hop.url.hostname;
      const answer = await ask(hop, deadline).catch((error) => Promise.reject(deadline.explain(error, host)));
      const { location } = answer.headers;
      if (!isRedirect(answer.statusCode, location)) return { hop, answer };
      answer.body.on('error', () => undefined).destroy();
      if (redirects >= mostRedirects) throw tooManyRedirects(host, mostRedirects);
      hop = followRedirect(hop, answer.statusCode, location, secretValues);
    }
  }

  async function* readUntil(deadline: Deadline, body: AsyncGenerator<Buffer>, host: string): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      throw deadline.explain(error, host);
    } finally {
      deadline.end();
    }
  }

  async function stream(request: EgressRequest, signal: AbortSignal): Promise<EgressStream> {
    signal.throwIfAborted();
    const start = toFirstHop(request);
    const deadline = startDeadline(request.timeoutMs ?? TIMEOUT_MS, signal);
    try {
      const { hop, answer } = await follow(request, start, deadline);
      const headers = toHeaders(answer.headers);
      const host = hop.url.hostname;
      const body = readBody(answer.body, {
        host,
        coding: (headers['content-encoding'] ?? '').trim().toLowerCase(),
        announced: hop.method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0),
        mostBytes: request.mostBytes ?? MOST_BYTES,
      });
      return { status: answer.statusCode, headers, url: hop.url.href, chunks: readUntil(deadline, body, host) };
    } catch (error) {
      deadline.end();
      throw error;
    }
  }

  return {
    stream,
    async request(request, signal) {
      const { chunks, ...head } = await stream(request, signal);
      const parts: Buffer[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { ...head, body: Buffer.concat(parts) };
    },
    close: () => agent.destroy(),
  };
}
