import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = 'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id approval { id } } } }';
const DECIDE = `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) {
  approval { status reason denyOption } } }`;
const TOLD = 'Wrong time: Ask again on Monday.';

let app: TestApp;
let story: Story;
let agent: Client;
let approver: Client;

beforeAll(async () => {
  app = await createTestApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  [agent, approver] = await Promise.all([story.key({ role: 'member', actsForAgent: true }), story.as('approver')]);
});

const ask = async (slug = 'danger', input: object = { what: 'x' }) =>
  (await agent.get(EXECUTE, { input: { slug, input } })).executeTool.run;
const deny = (id: string, more: object) => approver.run(DECIDE, { input: { id, decision: 'DENY', ...more } });

it('are offered with the call, and the chosen one reaches the caller, the log and the receipt', async () => {
  const run = await ask();
  const { approval } = await approver.get('query($id: ID!) { approval(id: $id) { denyOptions { label reason } } }', {
    id: run.approval.id,
  });
  expect(approval.denyOptions).toEqual([{ label: 'Wrong time', reason: 'Ask again on Monday.' }]);
  const { data } = await deny(run.approval.id, { denyOption: 'Wrong time' });
  expect(data.decideApproval.approval).toEqual({ status: 'DENIED', reason: TOLD, denyOption: 'Wrong time' });

  const { toolRun } = await agent.get('query($id: ID!) { toolRun(id: $id) { status error { code message } } }', {
    id: run.id,
  });
  expect(toolRun).toEqual({ status: 'ERROR', error: { code: 'APPROVAL_DENIED', message: TOLD } });
  const event = await app.database.system.sessionEvent.findFirstOrThrow({
    where: { tenantId: story.tenant.id, type: 'tool.denied' },
  });
  expect(event.payload).toMatchObject({ denyOption: 'Wrong time', error: { message: TOLD } });
  const { verifyReceipt } = await approver.get('query($id: ID!) { verifyReceipt(approvalId: $id) { valid content } }', {
    id: run.approval.id,
  });
  expect(verifyReceipt).toMatchObject({ valid: true, content: { denyOption: 'Wrong time', reason: TOLD } });
});

it('can be completed in words of one’s own', async () => {
  const run = await ask();
  const { data } = await deny(run.approval.id, { denyOption: 'Wrong time', reason: 'The bank is closed.' });
  expect(data.decideApproval.approval.reason).toBe(`${TOLD} The bank is closed.`);
});

it.each([
  [{ denyOption: 'Nonsense' }, 'Choose one of “Wrong time”.'],
  [{ decision: 'APPROVE', denyOption: 'Wrong time' }, 'This goes with a denial only.'],
])('%j is refused at its field, and the call still waits', async (given, message) => {
  const run = await ask();
  const { errors } = await deny(run.approval.id, given);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ path: ['denyOption'], message }],
  });
  expect((await deny(run.approval.id, {})).data.decideApproval.approval).toMatchObject({ denyOption: null });
});

it('are a matter of the tenant for a tool of its own, and can be changed while calls wait', async () => {
  const admin = await story.as('admin');
  await admin.get('mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }', {
    input: {
      slug: 'own',
      name: 'Own',
      description: 'Use it.',
      category: 'test',
      icon: 'wrench',
      fields: [],
      executionSpec: { kind: 'static', output: {} },
      permissionPolicy: 'ALWAYS_ASK',
      denyOptions: [{ label: 'Too dear', reason: 'Find a cheaper one.' }],
    },
  });
  const run = await ask('own', {});
  const UPDATE =
    'mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { denyOptions { label reason } } } }';
  const wrong = [
    { label: 'A', reason: 'b' },
    { label: 'A', reason: 'c' },
  ];
  const { errors } = await admin.run(UPDATE, { input: { slug: 'own', version: 1, denyOptions: wrong } });
  expect(errors?.[0]?.extensions.fields).toMatchObject([{ path: ['denyOptions'] }]);
  const denyOptions = [{ label: 'Too late', reason: 'Try next year.' }];
  const { updateTool } = await admin.get(UPDATE, { input: { slug: 'own', version: 1, denyOptions } });
  expect(updateTool.tool.denyOptions).toEqual(denyOptions);
  const { data } = await deny(run.approval.id, { denyOption: 'Too late' });
  expect(data.decideApproval.approval.reason).toBe('Too late: Try next year.');
});
