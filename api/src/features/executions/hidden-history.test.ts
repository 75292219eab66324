import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Viewer } from '#access/viewer.ts';
import { makeShelf } from '#features/tools/make-shelf.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { clientFor } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const CANARY = /canary/;
const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id status sessionId output approval { id } } error { code } } }`;
const DECIDE = `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }`;
const HISTORY = `query($id: ID!, $approval: ID!, $with: Boolean!) {
  toolRun(id: $id) { input output streamed }
  approval(id: $approval) @include(if: $with) { input editedInput run { input output } } }`;
const EVENTS = 'subscription($id: ID!) { sessionEvents(sessionId: $id) { type payload } }';

const gated = defineTool({
  slug: 'private-gated',
  name: 'Private and gated',
  description: 'For tests.',
  category: 'test',
  icon: 'wrench',
  origin: 'custom',
  permissionPolicy: 'always_ask',
  input: z.object({ password: z.string(), note: z.string() }),
  output: z.object({ token: z.string() }),
  sensitiveFields: ['password', 'token'],
  execute: () => ({ token: 'canary-token' }),
}) as unknown as ToolDefinition;

const refusing = defineTool({
  slug: 'private-refusing',
  name: 'Private and refusing',
  description: 'For tests.',
  category: 'test',
  icon: 'wrench',
  origin: 'custom',
  input: z.object({ password: z.string() }),
  output: z.object({}),
  sensitiveFields: ['password'],
  execute({ password }) {
    throw new Error(`${password} is wrong.`);
  },
}) as unknown as ToolDefinition;

let app: TestApp;
let story: Story;
beforeAll(async () => {
  app = await createTestApp({}, { extraTools: [...RUNNING_TOOLS, gated, refusing] });
  await app.queue.start();
  story = await tellStory(app);
});
afterAll(() => app.close());

/** The same place after a release without these tools. */
function asAfterRemoval(viewer: Viewer) {
  const shelf = makeShelf({ codeTools: [], global: [], secretsSet: new Set() }, []);
  const createContext: typeof app.createContext = (who, requestId) => {
    const ctx = app.createContext(who, requestId);
    return { ...ctx, tools: { ...ctx.tools, of: async () => shelf } };
  };
  return clientFor({ ...app, createContext }, viewer);
}

type Seen = { id: string; sessionId: string; approvalId?: string; events: number };

/** Everything a reader can see of a run, as text. */
async function lookBack(viewer: Viewer, { id, sessionId, approvalId, events }: Seen): Promise<string> {
  const client = asAfterRemoval(viewer);
  const history = await client.get(HISTORY, { id, approval: approvalId ?? id, with: approvalId !== undefined });
  const stream = await client.follow(EVENTS, { id: sessionId });
  if (!stream.next) throw new Error(JSON.stringify(stream.refused));
  const told = [];
  while (told.length < events) told.push((await stream.next()).sessionEvents);
  await stream.end();
  return JSON.stringify([history, told]);
}

describe('what a tool called sensitive stays hidden when the tool is gone', () => {
  it('from whoever ran it, and from all who may see the runs of others', async () => {
    const member = await story.as('member');
    const input = { password: 'canary-password', note: 'open' };
    const { run } = (await member.get(EXECUTE, { input: { slug: 'private', input } })).executeTool;
    expect(run.output).toEqual({ token: 'canary-token', note: 'open' });
    for (const role of ['member', 'viewer', 'admin', 'system_admin']) {
      const { viewer } = await story.as(role);
      const seen = await lookBack(viewer, { ...run, events: 2 });
      expect(seen).not.toMatch(CANARY);
      expect(seen).not.toContain('"sensitive"');
      expect(seen.match(/"password":"••••"/g)).toHaveLength(2);
      expect(seen.match(/"token":"••••"/g)).toHaveLength(2);
      expect(seen).toContain('"note":"open"');
    }
  });

  it('also of calls that were decided about, with arguments that a decider changed', async () => {
    const agent = await story.key({ role: 'member', actsForAgent: true });
    const input = { password: 'canary-password', note: 'open' };
    const { run } = (await agent.get(EXECUTE, { input: { slug: 'private-gated', input } })).executeTool;
    expect(run.status).toBe('WAITING');
    const approver = await story.as('approver');
    const edited = { password: 'canary-changed', note: 'changed' };
    const decision = { id: run.approval.id, decision: 'APPROVE', input: edited };
    expect((await approver.get(DECIDE, { input: decision })).decideApproval.approval.status).toBe('APPROVED');
    const owner = await story.as('system_admin');
    const status = async () =>
      (await owner.get('query($id: ID!) { toolRun(id: $id) { status } }', { id: run.id })).toolRun.status;
    await expect.poll(status, { timeout: 10_000 }).toBe('SUCCESS');
    for (const { viewer } of [owner, await story.as('admin')]) {
      const seen = await lookBack(viewer, { ...run, approvalId: run.approval.id, events: 4 });
      expect(seen).not.toMatch(CANARY);
      expect(seen).toContain('"note":"changed"');
    }
  });
});

describe('who sends a call again under the key of somebody else', () => {
  const AGAIN = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
    run { id input output error { message } } error { message } } }`;

  it('is answered with its run as histories show it, and the caller in the clear', async () => {
    const [member, admin] = [await story.as('member'), await story.as('admin')];
    const input = { password: 'canary-password', note: 'open' };
    const call = { input: { slug: 'private', input, idempotencyKey: 'order-4711' } };
    const first = (await member.get(AGAIN, call)).executeTool;
    expect(first.run.output).toEqual({ token: 'canary-token', note: 'open' });
    expect((await member.get(AGAIN, call)).executeTool).toEqual(first);
    expect((await admin.get(AGAIN, call)).executeTool).toEqual({
      run: {
        id: first.run.id,
        input: { password: '••••', note: 'open' },
        output: { token: '••••', note: 'open' },
        error: null,
      },
      error: null,
    });
  });

  it('is told of a failure what histories tell', async () => {
    const [member, admin] = [await story.as('member'), await story.as('admin')];
    const call = { input: { slug: 'private-refusing', input: { password: 'canary-9' }, idempotencyKey: 'order-4712' } };
    expect((await member.get(AGAIN, call)).executeTool.error).toEqual({ message: 'canary-9 is wrong.' });
    const { run, error } = (await admin.get(AGAIN, call)).executeTool;
    expect([run.error, error]).toEqual([{ message: '•••• is wrong.' }, { message: '•••• is wrong.' }]);
  });
});
