import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { closeInTheEnd } from './process-kit.ts';
import { get } from './wire-client.ts';

export const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id sessionId status output error { code } } error { code } } }`;
export const RUN = 'query($id: ID!) { toolRun(id: $id) { id status output error { code } } }';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';

/** A service that tools call, which counts how often it was asked for each word. Words that begin with `held` wait. */
export async function openUpstream() {
  const hits = new Map<string, number>();
  const cut = new Set<string>();
  let waiting: (() => void)[] = [];
  const server = http.createServer((req, res) => {
    const word = req.url!.slice(1);
    hits.set(word, (hits.get(word) ?? 0) + 1);
    const answer = () => {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ word }));
    };
    res.on('close', () => !res.writableFinished && cut.add(word));
    if (word.startsWith('held')) waiting.push(answer);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  async function close(): Promise<void> {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  closeInTheEnd(close);
  return {
    /** What a process needs to be let through to it. */
    settings: { EGRESS_ALLOW: `127.0.0.1:${port}` },
    address: `http://127.0.0.1:${port}/{{input.word}}`,
    hits,
    of: (word: string) => hits.get(word) ?? 0,
    /** Whether whoever asked for the word hung up before the answer. */
    wasCut: (word: string) => cut.has(word),
    release() {
      const all = waiting;
      waiting = [];
      for (const answer of all) answer();
    },
    close,
  };
}

export type Upstream = Awaited<ReturnType<typeof openUpstream>>;

const word = { name: 'word', label: 'Word', type: 'text', required: true };

export async function author(
  url: string,
  key: string,
  slug: string,
  executionSpec: object,
  more: object = {},
): Promise<void> {
  const about = { name: slug, description: 'For tests.', category: 'test', icon: 'wrench', fields: [word] };
  await get(url, { key }, CREATE, { input: { slug, ...about, executionSpec, ...more } });
}

/** The tool `hit` asks the service for a word. */
export const authorHit = (url: string, key: string, upstream: Upstream) =>
  author(url, key, 'hit', { kind: 'http', method: 'POST', url: upstream.address });
