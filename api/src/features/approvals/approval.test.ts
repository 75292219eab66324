import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS, worked } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id status output sessionId error { code message } approval { id status } } error { code } } }`;
const DECIDE = `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) {
  approval { status reason decidedBy editedInput edits { path before after } } run { id status } } }`;
const RUN = 'query($id: ID!) { toolRun(id: $id) { status input output error { code message } approval { status } } }';

let app: TestApp;
let story: Story;
let agent: Client;
let approver: Client;
let admin: Client;

beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  [agent, approver, admin] = await Promise.all([
    story.key({ role: 'member', actsForAgent: true }),
    story.as('approver'),
    story.as('admin'),
  ]);
});

const call = async (client: Client, slug: string, input: object, more: object = {}) =>
  (await client.get(EXECUTE, { input: { slug, input, ...more } })).executeTool;
const decide = (client: Client, id: string, decision: string, more: object = {}) =>
  client.run(DECIDE, { input: { id, decision, ...more } });
const read = async (client: Client, id: string) => (await client.get(RUN, { id })).toolRun;

async function ended(client: Client, id: string) {
  for (let tries = 0; tries < 500; tries += 1) {
    const run = await read(client, id);
    if (run.status !== 'RUNNING' && run.status !== 'WAITING') return run;
    await sleep(20);
  }
  throw new Error('It never ended.');
}

const typesOf = async (runId: string) => {
  const events = await app.database.system.sessionEvent.findMany({
    where: { tenantId: story.tenant.id, runId: { not: null } },
    orderBy: { pos: 'asc' },
  });
  return events
    .filter((event) => Buffer.from(`ToolRun:${event.runId}`).toString('base64url') === runId)
    .map((event) => event.type);
};

const addRule = async (rule: object) =>
  (
    await admin.get(
      'mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) { rule { id revision inWords } } }',
      { rule: { name: 'A rule', ...rule } },
    )
  ).createApprovalRule.rule;

describe('a gated call', () => {
  it('waits, is approved, runs once, and its output reaches whoever asked', async () => {
    const { run, error } = await call(agent, 'danger', { what: 'x' });
    expect(error).toBeNull();
    expect(run).toMatchObject({ status: 'WAITING', output: null, approval: { status: 'PENDING' } });
    const answer = await decide(approver, run.approval.id, 'APPROVE');
    expect(answer.data.decideApproval).toMatchObject({ approval: { status: 'APPROVED' }, run: { id: run.id } });
    expect(await ended(agent, run.id)).toMatchObject({ status: 'SUCCESS', output: { done: true } });
    expect(await typesOf(run.id)).toEqual(['tool.needs_approval', 'tool.approved', 'tool.started', 'tool.completed']);
    const confirmation = await app.database.system.sessionEvent.findFirstOrThrow({
      where: { tenantId: story.tenant.id, type: 'user.tool_confirmation' },
    });
    expect(confirmation.payload).toMatchObject({ runId: run.id, toolSlug: 'danger', decision: 'APPROVED' });
  });

  it('that is denied never runs, and the caller is told why', async () => {
    const { run } = await call(agent, 'danger', { what: 'x' });
    await decide(approver, run.approval.id, 'DENY', { reason: 'Not on a Friday.' });
    expect(await read(agent, run.id)).toMatchObject({
      status: 'ERROR',
      error: { code: 'APPROVAL_DENIED', message: 'Not on a Friday.' },
    });
    expect(await typesOf(run.id)).toEqual(['tool.needs_approval', 'tool.denied']);
  });

  it('can be approved with other arguments, which are checked and told apart', async () => {
    await addRule({ verdict: 'ask', match: { tools: ['count'] } });
    const word = newId();
    const { run } = await call(agent, 'count', { word: 'as asked' });
    const wrong = await decide(approver, run.approval.id, 'APPROVE', { input: { word: 7 } });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: ['input', 'word'] }],
    });
    const { data } = await decide(approver, run.approval.id, 'APPROVE', { input: { word } });
    expect(data.decideApproval.approval.edits).toEqual([{ path: 'word', before: 'as asked', after: word }]);
    expect(await ended(agent, run.id)).toMatchObject({ status: 'SUCCESS', input: { word } });
    expect([worked.get(word), worked.get('as asked')]).toEqual([1, undefined]);
  });

  it('is decided once, however many try', async () => {
    await addRule({ verdict: 'ask', match: { tools: ['count'] } });
    const word = newId();
    const { run } = await call(agent, 'count', { word });
    const answers = await Promise.all(
      [approver, admin, await story.as('system_admin')].flatMap((client) =>
        ['APPROVE', 'DENY'].map((decision) => decide(client, run.approval.id, decision)),
      ),
    );
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK');
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['OK', 'ALREADY_DECIDED']));
    const final = await ended(agent, run.id);
    expect(worked.get(word) ?? 0).toBe(final.status === 'SUCCESS' ? 1 : 0);
  });

  it('is not for the requester, an agent, or a member to decide', async () => {
    const { run } = await call(agent, 'danger', { what: 'x' });
    const other = await story.key({ role: 'admin', actsForAgent: true });
    const member = await story.as('member');
    expect((await decide(other, run.approval.id, 'APPROVE')).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await decide(agent, run.approval.id, 'APPROVE')).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await decide(member, run.approval.id, 'APPROVE')).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await read(agent, run.id)).status).toBe('WAITING');
  });

  it('can be decided with a key that has the right', async () => {
    const { run } = await call(agent, 'danger', { what: 'x' });
    const key = await story.key({ permissions: ['approvals.team.decide'] });
    expect((await decide(key, run.approval.id, 'APPROVE')).data.decideApproval.approval.status).toBe('APPROVED');
    expect((await ended(agent, run.id)).status).toBe('SUCCESS');
  });

  it('that is cancelled cannot be decided any more', async () => {
    const { run } = await call(agent, 'danger', { what: 'x' });
    await agent.get('mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }', { id: run.id });
    expect(await read(agent, run.id)).toMatchObject({ status: 'CANCELLED', approval: { status: 'CANCELLED' } });
    expect((await decide(approver, run.approval.id, 'APPROVE')).errors?.[0]?.extensions.code).toBe(
      'APPROVAL_CANCELLED',
    );
  });

  it('gives up when nobody decides in time', async () => {
    await addRule({ verdict: 'ask', match: { tools: ['add'] }, expiresAfter: 60 });
    const { run } = await call(agent, 'add', { a: 1 });
    app.clock.advance(61_000);
    expect((await decide(approver, run.approval.id, 'APPROVE')).errors?.[0]?.extensions.code).toBe('APPROVAL_EXPIRED');
    expect(await read(agent, run.id)).toMatchObject({ status: 'ERROR', error: { code: 'APPROVAL_EXPIRED' } });
    expect(await typesOf(run.id)).toEqual(['tool.needs_approval', 'tool.failed']);
  });

  it('is void once the tool does something else', async () => {
    const authored = {
      slug: 'fixed',
      name: 'Fixed',
      description: 'Use it.',
      category: 'test',
      icon: 'wrench',
      fields: [],
      executionSpec: { kind: 'static', output: { version: 1 } },
      permissionPolicy: 'ALWAYS_ASK',
    };
    await admin.get('mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }', {
      input: authored,
    });
    const update = (change: object) =>
      admin.get('mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { version } } }', {
        input: { slug: 'fixed', ...change },
      });
    const first = (await call(agent, 'fixed', {})).run;
    await update({ version: 1, name: 'Renamed' });
    expect((await decide(approver, first.approval.id, 'APPROVE')).data?.decideApproval.approval.status).toBe(
      'APPROVED',
    );
    const second = (await call(agent, 'fixed', {})).run;
    await update({ version: 2, executionSpec: { kind: 'static', output: { version: 2 } } });
    const late = await decide(approver, second.approval.id, 'APPROVE');
    expect(late.errors?.[0]?.extensions.code).toBe('APPROVAL_OUT_OF_SCOPE');
    expect((await decide(approver, second.approval.id, 'DENY')).data.decideApproval.approval.status).toBe('DENIED');
  });

  it('under an idempotency key waits once', async () => {
    const idempotencyKey = newId();
    const runs = await Promise.all(
      Array.from({ length: 10 }, () => call(agent, 'danger', { what: 'x' }, { idempotencyKey })),
    );
    expect(new Set(runs.map(({ run }) => run.id)).size).toBe(1);
    expect(await app.database.system.approval.count({ where: { tenantId: story.tenant.id } })).toBe(1);
  });
});

describe('a tool that asks for some calls only', () => {
  it.each([
    ['read', null, 'SUCCESS'],
    ['write', null, 'WAITING'],
    ['read', 'ALWAYS_ASK', 'WAITING'],
  ])('with %s and the tenant saying %s is %s', async (action, permissionPolicy, status) => {
    if (permissionPolicy)
      await admin.get(
        'mutation($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { slug } } }',
        { input: { slug: 'careful', permissionPolicy } },
      );
    expect((await call(agent, 'careful', { action })).run.status).toBe(status);
  });
});

describe('rules', () => {
  it.each([
    ['input.amount > 1000', { a: 1 }, 'WAITING'],
    ['input.a > 1000', { a: 1 }, 'SUCCESS'],
    ['input.a > 1000', { a: 1001 }, 'WAITING'],
  ])('with the condition %s and %j lead to %s', async (condition, input, status) => {
    await addRule({ verdict: 'ask', match: { tools: ['add'] }, condition });
    expect((await call(await story.as('member'), 'add', input)).run.status).toBe(status);
  });

  it('decide in their order; the first that matches counts', async () => {
    await addRule({ verdict: 'deny', match: { tools: ['add'], sources: ['api'] }, reason: 'Not by programs.' });
    await addRule({ verdict: 'allow', match: { tools: ['add'] } });
    const key = await story.key({ role: 'member' });
    expect(await key.run(EXECUTE, { input: { slug: 'add', input: { a: 1 } } })).toMatchObject({
      errors: [{ message: 'Not by programs.', extensions: { code: 'FORBIDDEN' } }],
    });
    expect((await call(await story.as('member'), 'add', { a: 1 })).run.status).toBe('SUCCESS');
  });

  it('refuse to be saved with what cannot be worked out, and name the field', async () => {
    const draft = { name: 'x', verdict: 'ask', condition: 'input.a >', match: { colours: ['red'] } };
    const answer = await admin.run(
      'mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) { rule { id } } }',
      { rule: draft },
    );
    const fields = answer.errors?.[0]?.extensions.fields as { path: string[] }[];
    expect(fields.map(({ path }) => path[0]).sort()).toEqual(['condition', 'match']);
  });

  it('need as many who agree as they say', async () => {
    await addRule({ verdict: 'ask', match: { tools: ['add'] }, needed: 2 });
    const { run } = await call(agent, 'add', { a: 1 });
    expect((await decide(approver, run.approval.id, 'APPROVE')).data.decideApproval.approval.status).toBe('PENDING');
    expect((await decide(approver, run.approval.id, 'APPROVE')).errors?.[0]?.extensions.code).toBe('ALREADY_DECIDED');
    expect((await decide(admin, run.approval.id, 'APPROVE')).data.decideApproval.approval.status).toBe('APPROVED');
    expect((await ended(agent, run.id)).status).toBe('SUCCESS');
  });

  it('can be made of a waiting call, and let such calls pass so often', async () => {
    const { run } = await call(agent, 'danger', { what: 'x' });
    const endsAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const grant =
      'mutation($input: GrantAlwaysAllowInput!) { grantAlwaysAllow(input: $input) { rule { verdict limit } } }';
    await admin.get(grant, { input: { approvalId: run.approval.id, limit: 2, endsAt } });
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await call(agent, 'danger', { what: 'x' })).run.status);
    expect(statuses).toEqual(['SUCCESS', 'SUCCESS', 'WAITING']);
  });

  it('can be rehearsed by themselves over what really happened', async () => {
    const member = await story.as('member');
    for (const a of [1, 5, 2_000]) await call(member, 'add', { a });
    const { rehearseApprovalRule } = await admin.get(
      'query($rule: ApprovalRuleDraft!, $since: DateTime!) { rehearseApprovalRule(rule: $rule, since: $since) { looked matched verdict examples { toolSlug } } }',
      {
        rule: { name: 'Large', verdict: 'ask', match: { tools: ['add'] }, condition: 'input.a > 3' },
        since: '2020-01-01T00:00:00Z',
      },
    );
    expect(rehearseApprovalRule).toMatchObject({ looked: 3, matched: 2, verdict: 'ask' });
  });
});

describe('around a decision', () => {
  it('the inbox shows what waits, due first, and hears of it', async () => {
    const stream = await approver.follow('subscription { myInboxChanged { count } }');
    const { run } = await call(agent, 'danger', { what: 'x' });
    expect((await stream.next!()).myInboxChanged).toEqual({ count: 1 });
    const inbox = 'query { myInbox { totalCount edges { node { kind title approval { toolSlug mayDecide } } } } }';
    expect((await approver.get(inbox)).myInbox).toEqual({
      totalCount: 1,
      edges: [
        { node: { kind: 'approval', title: 'Approve Danger', approval: { toolSlug: 'danger', mayDecide: true } } },
      ],
    });
    await decide(approver, run.approval.id, 'APPROVE');
    expect((await approver.get(inbox)).myInbox.totalCount).toBe(0);
  });

  it('questions and answers are kept with the call', async () => {
    const { run } = await call(agent, 'danger', { what: 'x' });
    await approver.get('mutation($id: ID!) { askRequester(input: { id: $id, text: "Why?" }) { approval { id } } }', {
      id: run.approval.id,
    });
    await agent.get('mutation($id: ID!) { answerApprover(input: { id: $id, text: "Because." }) { approval { id } } }', {
      id: run.approval.id,
    });
    const { approval } = await approver.get('query($id: ID!) { approval(id: $id) { messages { kind text } } }', {
      id: run.approval.id,
    });
    expect(approval.messages).toEqual([
      { kind: 'question', text: 'Why?' },
      { kind: 'answer', text: 'Because.' },
    ]);
  });

  it('a receipt is written that shows when somebody touches it', async () => {
    const { run } = await call(agent, 'danger', { what: 'x' });
    await decide(approver, run.approval.id, 'APPROVE', { reason: 'Fine.' });
    const verify = async () =>
      (
        await approver.get('query($id: ID!) { verifyReceipt(approvalId: $id) { valid reason content } }', {
          id: run.approval.id,
        })
      ).verifyReceipt;
    expect(await verify()).toMatchObject({
      valid: true,
      content: { decision: 'APPROVED', reason: 'Fine.', toolSlug: 'danger' },
    });
    await app.database.system
      .$executeRaw`UPDATE receipts SET content = replace(content::text, 'Fine.', 'Well.')::json WHERE tenant_id = ${story.tenant.id}::uuid`;
    expect(await verify()).toMatchObject({ valid: false, reason: 'Its content was changed.' });
  });

  it('a composition pauses at a gated step, holds no process, and goes on with its real output', async () => {
    await admin.get('mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }', {
      input: {
        slug: 'two-steps',
        name: 'Two steps',
        description: 'Use it.',
        category: 'test',
        icon: 'wrench',
        fields: [],
        executionSpec: {
          kind: 'composition',
          steps: [
            { id: 'first', toolSlug: 'add', inputMap: { a: 1, b: 1 } },
            { id: 'gated', toolSlug: 'danger', inputMap: { what: 'x' } },
            { id: 'last', toolSlug: 'add', inputMap: { a: '{{steps.first.output.sum}}', b: 40 } },
          ],
          output: { sum: '{{steps.last.output.sum}}', done: '{{steps.gated.output.done}}' },
        },
      },
    });
    const { run } = await call(agent, 'two-steps', {});
    expect(run.status).toBe('WAITING');
    const { approvals } = await approver.get(
      'query { approvals(filter: { status: PENDING }) { edges { node { id toolSlug } } } }',
    );
    expect(approvals.edges).toMatchObject([{ node: { toolSlug: 'danger' } }]);
    expect(run.approval).toEqual({ id: approvals.edges[0].node.id, status: 'PENDING' });
    await decide(approver, approvals.edges[0].node.id, 'APPROVE');
    expect(await ended(agent, run.id)).toMatchObject({ status: 'SUCCESS', output: { sum: 42, done: true } });
    const started = await app.database.system.sessionEvent.count({
      where: { tenantId: story.tenant.id, type: 'tool.started', toolSlug: 'add' },
    });
    expect(started).toBe(2);
  });

  it('a composition ends when its gated step is denied', async () => {
    await admin.get('mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }', {
      input: {
        slug: 'one-step',
        name: 'One step',
        description: 'Use it.',
        category: 'test',
        icon: 'wrench',
        fields: [],
        executionSpec: { kind: 'composition', steps: [{ id: 'gated', toolSlug: 'danger', inputMap: { what: 'x' } }] },
      },
    });
    const { run } = await call(agent, 'one-step', {});
    const { approvals } = await approver.get(
      'query { approvals(filter: { status: PENDING }) { edges { node { id } } } }',
    );
    await decide(approver, approvals.edges[0].node.id, 'DENY', { reason: 'No.' });
    expect(await ended(agent, run.id)).toMatchObject({
      status: 'ERROR',
      error: { code: 'APPROVAL_DENIED', message: 'Step gated: No.' },
    });
  });
});
