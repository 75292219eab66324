import path from 'node:path';
import { makeFolder, readLine } from '../../test/processes/process-kit.ts';
import { type ServerScript, startServerScript } from '../load/load.ts';
import type { Opening } from './subscribers.ts';

/** `open` begins a session with so many events; `say` sets what is sent; `send` sends so many and tells when. */
export type Told = { open: number } | { say: string } | { send: number; gapMs: number };

const FOLLOW = `subscription($id: ID!, $after: Int!) { sessionEvents(sessionId: $id, afterSeq: $after) {
  id seq cursor type toolSlug runId source actor payload createdAt } }`;

export type LiveServer = {
  script: ServerScript;
  /** How sockets are opened that hear what comes after the first `after` events. */
  opening(sockets: number, after: number): Opening;
};

export async function startLiveCrib(settings: Record<string, string>) {
  const dataDir = makeFolder();
  const file = path.join(import.meta.dirname, 'live-crib.ts');
  const own = { DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'development', LIMIT_SOCKETS: '100000', ...settings };
  const script = await startServerScript(file, own);
  const key = readLine(dataDir, 'owner.key');
  let id = '';
  return {
    script,
    async begin(events: number): Promise<void> {
      id = await script.tell<string>({ open: events } satisfies Told);
    },
    opening(sockets: number, after: number): Opening {
      const hello = { type: 'connection_init', payload: { authorization: `Bearer ${key}` } };
      const follow = { type: 'subscribe', id: '1', payload: { query: FOLLOW, variables: { id, after } } };
      return { url: script.url, sockets, words: [JSON.stringify(hello), JSON.stringify(follow)] };
    },
  };
}

export async function startRawSockets() {
  const script = await startServerScript(path.join(import.meta.dirname, '../baselines/raw-ws.ts'));
  return {
    script,
    say: (text: string) => script.tell<string>({ say: text } satisfies Told),
    opening: (sockets: number): Opening => ({ url: script.url, sockets, words: [] }),
  };
}
