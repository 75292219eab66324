import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const RUNS = 150;
const CALL = `mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { status } } }`;

let app: TestApp;
beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());

async function pause(agent: Client, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const { executeTool } = await agent.get(CALL);
    expect(executeTool.run.status).toBe('WAITING');
  }
}

/** What keeps a process busy, by kind; the least of some looks, since the house itself has things to do. */
async function heldBy(): Promise<Record<string, number>> {
  const least = new Map<string, number>();
  for (let look = 0; look < 20; look++) {
    const now = new Map<string, number>();
    for (const kind of process.getActiveResourcesInfo()) now.set(kind, (now.get(kind) ?? 0) + 1);
    for (const kind of new Set([...least.keys(), ...now.keys()])) {
      const count = now.get(kind) ?? 0;
      least.set(kind, look === 0 ? count : Math.min(least.get(kind) ?? 0, count));
    }
    await sleep(25);
  }
  return Object.fromEntries(least);
}

it('a paused run holds no timer, no socket and no worker', async () => {
  const story = await tellStory(app);
  const agent = await story.key({ role: 'member', actsForAgent: true });
  await pause(agent, 5);
  const before = await heldBy();
  await pause(agent, RUNS);
  const after = await heldBy();
  for (const [kind, count] of Object.entries(after)) {
    expect([kind, count - (before[kind] ?? 0) < RUNS / 10]).toEqual([kind, true]);
  }
  const busy = (await app.queue.stats()).filter(({ type }) => type.startsWith('run.'));
  expect(busy.map(({ active }) => active)).toEqual(busy.map(() => 0));
  const waiting = await app.database.system.runHead.count({ where: { tenantId: story.tenant.id, state: 'waiting' } });
  expect(waiting).toBe(RUNS + 5);
});
