// Our whole process, with one thing more: it appends to a session when it is told to, and tells when each event was durable.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from '../../src/app.ts';
import { seedDemo } from '../../src/demo.ts';
import { loadEnv } from '../../src/platform/env.ts';
import { newId, toNodeId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { startServer } from '../../src/server/http.ts';
import { sharedNow } from './clock.ts';
import type { Told } from './live-servers.ts';

const actor = { kind: 'apiKey', id: null, label: 'Bench' };
const payload = { text: 'A line of what a tool says while it works.' };

const env = loadEnv();
const app = await openApp({ env, log: createLog('error'), works: false });
await seedDemo(app);
const { id: tenantId } = await app.database.system.tenant.findUniqueOrThrow({ where: { slug: 'demo' } });
let sessionId = newId();

async function append(opens: { kind: string; title: string } | null): Promise<number> {
  const events = [{ type: 'progress' as const, payload }];
  const { accepted } = await app.events.append({ tenantId, sessionId, opens, actor, from: { source: 'api' }, events });
  if (!accepted) throw new Error('An event was refused.');
  return sharedNow();
}

async function open(events: number): Promise<string> {
  sessionId = newId();
  await append({ kind: 'tool', title: 'Bench' });
  await Promise.all(Array.from({ length: events - 1 }, () => append(null)));
  return toNodeId('Session', sessionId);
}

async function send(events: number, gapMs: number): Promise<number[]> {
  if (gapMs === 0) return Promise.all(Array.from({ length: events }, () => append(null)));
  const moments: number[] = [];
  for (let count = 0; count < events; count++) {
    moments.push(await append(null));
    await sleep(gapMs);
  }
  return moments;
}

process.on('message', async (told: Told) => {
  if ('open' in told) process.send!(await open(told.open));
  else if ('send' in told) process.send!(await send(told.send, told.gapMs));
});
const { url } = await startServer(app, path.join(import.meta.dirname, 'no-web'));
process.send!(`${url}/graphql`);
