import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { startServer } from '../src/server/http.ts';
import type { Answer } from './client.ts';
import { type Role, type Story, tellStory } from './story.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export type Headers = Record<string, string>;
export type WireAnswer = { status: number; headers: globalThis.Headers; body: Answer; text: string };
export type Closing = { code: number; reason: string };
export type Frame = { type: string; id?: string; payload?: Answer & Answer['errors'] };

export const SCRIPT = `// a script\n${'x'.repeat(2_000)}`;

/** A built web app as small as it can be. */
export function writeWebFolder(dataDir: string): string {
  const folder = path.join(dataDir, 'web');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><style nonce="__CSP_NONCE__"></style><div id="root">');
  writeFileSync(path.join(folder, 'assets', 'app-1a2b3c.js'), SCRIPT);
  writeFileSync(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return folder;
}

export async function toAnswer(response: Response): Promise<WireAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Collects what a socket is told. */
export function openSocket(url: string, headers: Headers = {}, protocol = 'graphql-transport-ws') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocol, { headers });
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  const opened = new Promise<void>((resolve, reject) => socket.on('open', resolve).on('error', reject));
  opened.catch(() => {});
  const closed = new Promise<Closing>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  return {
    frames,
    opened,
    closed,
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    sendText: (text: string) => socket.send(text),
    close: () => socket.terminate(),
    async heard(matches: (frame: Frame) => boolean, deadlineMs = 5_000): Promise<Frame> {
      const deadline = performance.now() + deadlineMs;
      for (;;) {
        const frame = frames.find(matches);
        if (frame) return frame;
        if (performance.now() > deadline) throw new Error(`Not heard; only ${JSON.stringify(frames)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

export type Events = {
  events: string[];
  /** Whether it was ended in words, or the line broke. */
  ended: Promise<'complete' | 'cut'>;
  status: number;
  next(): Promise<void>;
  stop(): void;
};

/** Reads a stream of server-sent events; `events` grows as they come. */
async function readEvents(response: Response, stop: () => void): Promise<Events> {
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  let end: 'complete' | 'cut' = 'cut';
  const reading = (async () => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop()!;
      const news = parts.filter((part) => /^data: ?\S/m.test(part));
      events.push(...news);
      if (parts.some((part) => part.startsWith('event: complete'))) end = 'complete';
      if (news.length > 0) for (const wake of waiting.splice(0)) wake();
    }
  })().catch(() => {});
  return {
    events,
    ended: reading.then(() => end),
    status: response.status,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop,
  };
}

export async function openWire(settings: Record<string, string> = {}, more: Parameters<typeof createTestApp>[1] = {}) {
  const app: TestApp = await createTestApp(settings, more);
  const server = await startServer(app, writeWebFolder(app.dataDir));
  const { url } = server;

  async function follow(query: string, headers: Headers): Promise<Events> {
    const stopping = new AbortController();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify({ query }),
      signal: stopping.signal,
    });
    return readEvents(response, () => stopping.abort());
  }

  return {
    app,
    url,
    tellStory: () => tellStory(app),
    /** Any request, any body. */
    async send(target: string, init: RequestInit = {}): Promise<WireAnswer> {
      return toAnswer(await fetch(new URL(target, url), { redirect: 'manual', ...init }));
    },
    /** An operation as clients send it. */
    async ask(query: unknown, headers: Headers = {}, variables?: unknown): Promise<WireAnswer> {
      const body = JSON.stringify({ query, variables });
      return this.send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    },
    follow,
    socket: (headers?: Headers) => openSocket(url, headers),
    /** A socket that is let in, with a stream under the id "1". */
    async openStream(
      params: Record<string, unknown>,
      headers: Headers = {},
      query = 'subscription { settingsChanged { kind id } }',
    ) {
      const socket = openSocket(url, headers);
      await socket.opened;
      socket.send({ type: 'connection_init', payload: params });
      await socket.heard((frame) => frame.type === 'connection_ack');
      socket.send({ type: 'subscribe', id: '1', payload: { query } });
      // An answer to a second operation shows that the first one listens.
      socket.send({ type: 'subscribe', id: 'ready', payload: { query: '{ __typename }' } });
      await socket.heard((frame) => frame.type === 'complete' && frame.id === 'ready');
      return socket;
    },
    client: (connectionParams: Record<string, unknown>, headers: Headers = {}) =>
      createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        connectionParams,
        retryAttempts: 0,
        webSocketImpl: class extends WebSocket {
          constructor(address: string, protocol: string) {
            super(address, protocol, { headers });
          }
        },
      }),
    /** Signs a person in through a link and answers with the cookie. */
    async signIn(email: string): Promise<string> {
      const link = await app.people.createSignInLink(email);
      const response = await fetch(link!.url, { redirect: 'manual' });
      const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
      if (cookie.length === 0) throw new Error(`The link answered ${response.status} and no cookie.`);
      return cookie.join('; ');
    },
    /** The headers of a signed-in person with this role. */
    async person(story: Story, role: Role): Promise<Headers> {
      const { viewer } = await story.as(role);
      return { cookie: await this.signIn(viewer.email), 'x-toolcrib-tenant': story.tenant.slug };
    },
    async key(story: Story, role = 'system_admin'): Promise<Headers> {
      return { authorization: `Bearer ${(await story.key({ role })).secret}` };
    },
    async close(): Promise<void> {
      await server.stop();
      await app.close();
    },
  };
}

export type Wire = Awaited<ReturnType<typeof openWire>>;
