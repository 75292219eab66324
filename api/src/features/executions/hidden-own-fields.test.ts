import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApprovalScene, openApprovalScene, type Person } from '../../../test/approval-scene.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditRuns } from './audit-runs.ts';

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { sensitiveFields } } }';
const UPDATE = 'mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { version sensitiveFields } } }';
const EXECUTE = `mutation($slug: String!, $input: JSON!) { executeTool(input: { slug: $slug, input: $input }) {
  run { id status sessionId output approval { id } } error { code } } }`;
const DECIDE = `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) {
  approval { status input editedInput edits { path before after } } } }`;
const STATUS = 'query($id: ID!) { toolRun(id: $id) { status } }';
const HISTORY = `query($id: ID!, $approval: ID!) {
  toolRun(id: $id) { input output streamed error { message } approval { input editedInput } }
  toolRuns(first: 50) { edges { node { input output } } }
  approval(id: $approval) { input editedInput edits { path before after } preview why voidBecause run { input output } }
  myInbox(first: 50) { edges { node { __typename } } } }`;
const AUDIT = '{ auditEntries(first: 100) { edges { node { action details } } } }';

const text = (name: string) => ({ name, label: name, type: 'text', required: true });
const paying = (slug: string) => ({
  slug,
  name: 'Pay',
  description: 'Pays by card.',
  category: 'test',
  icon: 'credit-card',
  fields: [{ name: 'card', label: 'Card', type: 'object', fields: [text('number'), text('bank')] }, text('number')],
  outputSchema: {
    type: 'object',
    properties: { receipts: { type: 'array', items: { type: 'object', properties: { token: {}, shop: {} } } } },
  },
  executionSpec: { kind: 'static', output: { receipts: [{ token: 'canary-token', shop: 'open-shop' }] } },
  sensitiveFields: ['card.number', 'token'],
});
const CARD = { card: { number: 'canary-number', bank: 'open-bank' }, number: 'open-number' };

let app: TestApp;
let scene: ApprovalScene;
beforeAll(async () => {
  app = await createTestApp();
  await app.queue.start();
  scene = await openApprovalScene(app);
});
afterAll(() => app.close());

/** What the tenant-wide stream and the one of the session tell, as text. */
async function follow(person: Person, sessionId: string, count: number): Promise<string> {
  const told: unknown[] = [];
  const streams = [
    ['subscription($id: ID!) { sessionEvents(sessionId: $id) { type payload } }', { id: sessionId }],
    [`subscription { toolEvents(last: ${count}) { type payload } }`, {}],
  ] as const;
  for (const [document, variables] of streams) {
    const stream = await person.follow(document, variables);
    if (!stream.next) throw new Error(JSON.stringify(stream.refused));
    for (let seen = 0; seen < count; seen += 1) told.push(await stream.next());
    await stream.end();
  }
  return JSON.stringify(told);
}

async function askFor(slug: string) {
  const agent = await scene.story.key({ role: 'member', actsForAgent: true });
  const { run } = (await agent.get(EXECUTE, { slug, input: CARD })).executeTool;
  expect(run.status).toBe('WAITING');
  return run;
}

const settled = (id: string) =>
  expect.poll(async () => (await scene.owner.get(STATUS, { id })).toolRun.status, { timeout: 10_000 }).toBe('SUCCESS');

describe('what a tenant calls sensitive about a tool of its own', () => {
  it('is in the answer to the caller, and in no event, run or line of the audit log', async () => {
    const { member, admin, owner } = scene;
    const { createTool } = await admin.get(CREATE, { input: paying('pay') });
    expect(createTool.tool.sensitiveFields).toEqual(['card.number', 'token']);
    const { run } = (await member.get(EXECUTE, { slug: 'pay', input: CARD })).executeTool;
    expect(run.output.receipts).toEqual([{ token: 'canary-token', shop: 'open-shop' }]);
    await auditRuns(app.database.owner);

    const input = { card: { number: '••••', bank: 'open-bank' }, number: 'open-number' };
    for (const person of [member, admin, owner]) {
      const { toolRun } = await person.get('query($id: ID!) { toolRun(id: $id) { input output } }', { id: run.id });
      expect(toolRun).toEqual({ input, output: { receipts: [{ token: '••••', shop: 'open-shop' }] } });
      const events = await follow(person, run.sessionId, 2);
      expect(events).not.toContain('canary');
      expect(events).toContain(JSON.stringify(input));
    }
    const audit = JSON.stringify(await admin.get(AUDIT));
    expect(audit).toContain('tool.called');
    expect(audit).not.toMatch(/canary-number/);
    expect(app.logged.join()).not.toMatch(/canary-number/);
  });

  it('is in no argument of an approval, nor in what a decider changed', async () => {
    const { admin, approver, owner } = scene;
    await admin.get(CREATE, { input: { ...paying('pay-asking'), permissionPolicy: 'ALWAYS_ASK' } });
    const run = await askFor('pay-asking');
    const edited = { card: { number: 'canary-changed', bank: 'open-other' }, number: 'open-number' };
    const decision = { id: run.approval.id, decision: 'APPROVE', input: edited };
    const { decideApproval } = await approver.get(DECIDE, { input: decision });
    expect(decideApproval.approval).toMatchObject({
      status: 'APPROVED',
      editedInput: { card: { number: '••••', bank: 'open-other' } },
      edits: expect.arrayContaining([{ path: 'card.bank', before: 'open-bank', after: 'open-other' }]),
    });
    await settled(run.id);
    await auditRuns(app.database.owner);
    for (const person of [approver, admin, owner]) {
      const history = await person.get(HISTORY, { id: run.id, approval: run.approval.id });
      const seen = [
        history,
        person === approver ? null : [await person.get(AUDIT), await follow(person, run.sessionId, 4)],
      ];
      expect(JSON.stringify(seen)).not.toMatch(/canary-(number|changed)/);
      expect(JSON.stringify(history)).not.toContain('canary');
      expect(JSON.stringify(history)).toContain('open-other');
    }
  });

  it('may change while calls wait: it is not what they do, so they can still be approved', async () => {
    const { admin, approver } = scene;
    await admin.get(CREATE, { input: { ...paying('pay-changing'), permissionPolicy: 'ALWAYS_ASK' } });
    const run = await askFor('pay-changing');
    const change = { slug: 'pay-changing', version: 1, sensitiveFields: ['bank'] };
    expect((await admin.get(UPDATE, { input: change })).updateTool.tool.sensitiveFields).toEqual(['bank']);
    const { approval } = await approver.get(HISTORY, { id: run.id, approval: run.approval.id });
    expect(approval).toMatchObject({
      voidBecause: null,
      // What was hidden when it was asked for stays hidden.
      input: { card: { number: '••••', bank: '••••' }, number: 'open-number' },
    });
    const decision = { id: run.approval.id, decision: 'APPROVE' };
    expect((await approver.get(DECIDE, { input: decision })).decideApproval.approval.status).toBe('APPROVED');
    await settled(run.id);
  });
});

describe('a name that nothing has', () => {
  it('is refused at its place, with what to do', async () => {
    const input = { ...paying('pay-wrongly'), sensitiveFields: ['card.number', 'card.pin', 'receipts.token', 'tokn'] };
    const { errors } = await scene.admin.run(CREATE, { input });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [
        { path: ['sensitiveFields', '1'], message: expect.stringMatching(/has card\.pin\. Correct the name/) },
        { path: ['sensitiveFields', '3'], message: expect.stringContaining('tokn') },
      ],
    });
  });

  it('is not left behind unseen when its field gets another name', async () => {
    const { admin } = scene;
    await admin.get(CREATE, { input: paying('pay-renaming') });
    const fields = [text('number'), text('pan')];
    const change = { slug: 'pay-renaming', version: 1, fields };
    const { errors } = await admin.run(UPDATE, { input: change });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      impact: [{ kind: 'sensitiveField', subject: 'pay-renaming', message: expect.stringContaining('card.number') }],
    });
    const named = { ...change, sensitiveFields: ['pan', 'token'] };
    expect((await admin.get(UPDATE, { input: named })).updateTool.tool).toEqual({
      version: 2,
      sensitiveFields: ['pan', 'token'],
    });
  });

  it('comes back with the version that had it', async () => {
    const { admin } = scene;
    await admin.get(CREATE, { input: paying('pay-again') });
    await admin.get(UPDATE, { input: { slug: 'pay-again', version: 1, sensitiveFields: null } });
    const RESTORE = `mutation { restoreToolVersion(input: { slug: "pay-again", version: 1 }) {
      tool { sensitiveFields versions { changes { path change } } } } }`;
    const { tool } = (await admin.get(RESTORE)).restoreToolVersion;
    expect(tool.sensitiveFields).toEqual(['card.number', 'token']);
    expect(tool.versions[1].changes).toEqual([
      { path: 'sensitiveFields.0', change: 'REMOVED' },
      { path: 'sensitiveFields.1', change: 'REMOVED' },
    ]);
  });
});
