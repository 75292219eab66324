import type { Egress, EgressRequest } from './http.ts';
import { blocked } from './http-error.ts';

/** Statuses for which `Response` takes no body. */
const BODILESS = new Set([204, 205, 304]);
/** These describe what was on the wire; the body that is handed on is unpacked already. */
const WIRE_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);

async function toRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<EgressRequest> {
  const request = input instanceof Request ? input : undefined;
  const body = init?.body ?? (request?.body ? new Uint8Array(await request.arrayBuffer()) : undefined);
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw blocked('Only texts and bytes can be sent.');
  }
  return {
    url: request?.url ?? String(input),
    method: (init?.method ?? request?.method ?? 'GET').toUpperCase(),
    headers: Object.fromEntries(new Headers(init?.headers ?? request?.headers)),
    body,
  };
}

function toBody(chunks: AsyncGenerator<Buffer>, stop: AbortController): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const next = await chunks.next();
        if (next.done) stream.close();
        else stream.enqueue(next.value);
      },
      cancel: (reason) => stop.abort(reason),
    },
    { highWaterMark: 0 },
  );
}

/** `fetch` for libraries that bring their own requests: the same guard, and a body that streams. */
export function guardedFetch(
  egress: Pick<Egress, 'stream'>,
  limits: Pick<EgressRequest, 'timeoutMs' | 'mostBytes'> = {},
): typeof fetch {
  return async (input, init) => {
    const stop = new AbortController();
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const signal = given ? AbortSignal.any([given, stop.signal]) : stop.signal;
    const request = await toRequest(input, init);
    const { status, headers, url, chunks } = await egress.stream({ ...request, ...limits }, signal);
    const kept = Object.entries(headers).filter(([name]) => !WIRE_HEADERS.has(name));
    // Read to its empty end, which lets the connection go.
    if (BODILESS.has(status)) await chunks.next();
    const response = new Response(BODILESS.has(status) ? null : toBody(chunks, stop), { status, headers: kept });
    Object.defineProperty(response, 'url', { value: url });
    return response;
  };
}
