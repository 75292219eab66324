import http from 'node:http';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

export type Caller = { key?: string; cookie?: string; tenant?: string };
// biome-ignore lint/suspicious/noExplicitAny: what comes back depends on the document; tests assert its shape
export type Answer = { status: number; headers: http.IncomingHttpHeaders; data: any; code?: string };
export type Variables = Record<string, unknown>;

function headersOf({ key, cookie, tenant }: Caller): Record<string, string> {
  return {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(cookie ? { cookie } : {}),
    ...(tenant ? { 'x-toolcrib-tenant': tenant } : {}),
  };
}

/** One request on a connection of the agent's. Rejects with the error of the connection, if it is cut. */
export function ask(
  url: string,
  caller: Caller,
  query: string,
  variables: Variables = {},
  agent?: http.Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...headersOf(caller) };
    const req = http.request(`${url}/graphql`, { method: 'POST', headers, agent }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => {
        text += chunk;
      });
      res.on('error', reject);
      res.on('end', () => {
        const { data, errors } = JSON.parse(text);
        resolve({ status: res.statusCode!, headers: res.headers, data, code: errors?.[0]?.extensions?.code });
      });
    });
    req.on('error', reject);
    req.end(JSON.stringify({ query, variables }));
  });
}

/** Fails the test unless the answer is free of errors. */
export async function get(url: string, caller: Caller, query: string, variables?: Variables) {
  const answer = await ask(url, caller, query, variables);
  if (answer.status !== 200 || answer.code) throw new Error(`${query}\n${answer.status} ${answer.code}`);
  return answer.data;
}

type Page<T> = { edges: { node: T }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };

/** All rows of a list, page by page. The document takes `$after` and asks for one connection. */
export async function readAll<T>(url: string, caller: Caller, query: string, variables: Variables = {}): Promise<T[]> {
  const nodes: T[] = [];
  for (let after: string | null = null; ; ) {
    const [page] = Object.values(await get(url, caller, query, { ...variables, after })) as [Page<T>];
    nodes.push(...page.edges.map(({ node }) => node));
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor;
  }
}

export type Followed = {
  heard: unknown[];
  /** The code with which the server closed the socket. */
  closed: Promise<number>;
  connected: Promise<void>;
  end(): void;
};

/** Follows a subscription over WebSocket and does not come back when it is cut. */
export function follow(url: string, { key, cookie, tenant }: Caller, query: string): Followed {
  const heard: unknown[] = [];
  const connected = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<number>();
  const headers = cookie ? { cookie } : {};
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    connectionParams: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...(tenant ? { tenant } : {}) },
    retryAttempts: 0,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocol: string) {
        super(address, protocol, { headers });
      }
    },
    on: { connected: () => connected.resolve(), closed: (event) => closed.resolve((event as { code: number }).code) },
  });
  client.subscribe({ query }, { next: (value) => void heard.push(value.data), error: () => {}, complete: () => {} });
  return { heard, connected: connected.promise, closed: closed.promise, end: () => void client.dispose() };
}

/** Follows a subscription as server-sent events, up to the end of the stream. */
export async function stream(
  url: string,
  caller: Caller,
  query: string,
): Promise<{ text(): string; ended: Promise<'complete' | 'cut'> }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headersOf(caller) },
    body: JSON.stringify({ query }),
  });
  let text = '';
  const read = async () => {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString('utf8');
    return 'complete' as const;
  };
  return { text: () => text, ended: read().catch(() => 'cut' as const) };
}

/** Opens a sign-in link as a browser does. Answers the cookie it sets, and where it leads. */
export async function openLink(link: string): Promise<{ cookie: string; location: string }> {
  const response = await fetch(link, { redirect: 'manual' });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, location: response.headers.get('location') ?? '' };
}
