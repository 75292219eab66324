import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LimitExceeded } from '#platform/errors.ts';
import { newId, newRequestId, toNodeId } from '#platform/ids.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const CREATE = `mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) {
  rule { id name revision inWords match } } }`;
const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id status approval { id why } } error { code } } }`;

let app: TestApp;
let story: Story;
let member: Awaited<ReturnType<Story['as']>>;
let admin: Awaited<ReturnType<Story['as']>>;

beforeAll(async () => {
  app = await createTestApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  [member, admin] = await Promise.all([story.as('member'), story.as('admin')]);
});

const userId = ({ viewer }: typeof member) => toNodeId('User', viewer.userId);
const draft = (more: object) => ({ name: 'A rule', verdict: 'ask', match: { tools: ['add'] }, ...more });
const addRule = async (more: object) => (await admin.get(CREATE, { rule: draft(more) })).createApprovalRule.rule;
const call = async (client: Client, more: object = {}) =>
  (await client.get(EXECUTE, { input: { slug: 'add', input: { a: 1 }, ...more } })).executeTool.run;

async function problemsOf(more: object): Promise<Record<string, string>> {
  const { errors } = await admin.run(CREATE, { rule: draft(more) });
  expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  const fields = errors![0]!.extensions.fields as { path: string[]; message: string }[];
  return Object.fromEntries(fields.map(({ path, message }) => [path.join('.'), message]));
}

describe('a rule for one caller', () => {
  it('is about the person it names by their public id, and about nobody else', async () => {
    const { match } = await addRule({ match: { callers: [userId(member)] } });
    expect(match.callers).toEqual([userId(member)]);
    expect((await call(member)).status).toBe('WAITING');
    expect((await call(admin)).status).toBe('SUCCESS');
  });

  it('is about the key it names', async () => {
    const [key, other] = [await story.key({ role: 'member' }), await story.key({ role: 'member' })];
    const { apiKeyId } = (await app.authenticator.authenticate({ kind: 'bearer', token: key.secret })) as {
      apiKeyId: string;
    };
    const { match } = await addRule({ match: { callers: [toNodeId('ApiKey', apiKeyId), 'agent'] } });
    expect(match.callers).toEqual([toNodeId('ApiKey', apiKeyId), 'agent']);
    expect((await call(key)).status).toBe('WAITING');
    expect((await call(other)).status).toBe('SUCCESS');
  });

  it('is refused with a word that could never match, at the place of that word', async () => {
    const stranger = await (await tellStory(app)).as('member');
    const callers = ['user', 'users', member.viewer.userId, userId(stranger)];
    const problems = await problemsOf({ match: { callers } });
    expect(Object.keys(problems)).toEqual(['match.callers.1', 'match.callers.2', 'match.callers.3']);
    expect(problems['match.callers.1']).toContain('id of a member or a key');
  });
});

describe('a rule is not saved', () => {
  it.each(['amount > 3', 'process.exit()', 'input.a = 5', 'nothing(input.a)'])(
    'with the condition %s, which can never be worked out',
    async (condition) => {
      expect(Object.keys(await problemsOf({ condition }))).toEqual(['condition']);
    },
  );

  it('with an endless reason or an end in the past', async () => {
    const past = new Date(app.clock.now().getTime() - 1_000).toISOString();
    expect(await problemsOf({ verdict: 'deny', reason: 'x'.repeat(1_001), endsAt: past })).toEqual({
      reason: 'At most 1,000 characters.',
      endsAt: 'Choose a time to come.',
    });
  });

  it('with tools, roles and people that are not there, each named at its place', async () => {
    const stranger = await (await tellStory(app)).as('member');
    const match = { tools: ['add', 'gone'], roles: ['king'] };
    const deciders = { roles: ['admin', 'queen'], users: [userId(stranger)] };
    expect(await problemsOf({ match, deciders })).toEqual({
      'match.tools.1': 'There is no tool gone. Choose one of the library.',
      'match.roles.0': 'There is no role king. Choose one of the roles of the tenant.',
      'deciders.roles.1': 'There is no role queen. Choose one of the roles of the tenant.',
      'deciders.users.0': 'This person is not a member. Take them out.',
    });
  });

  it('when more must agree than can decide', async () => {
    const needed = /^Only 1 can decide/;
    expect((await problemsOf({ needed: 2 })).needed).toMatch(needed);
    expect((await problemsOf({ needed: 2, deciders: { roles: ['admin'] } })).needed).toMatch(needed);
    await story.as('approver');
    expect((await addRule({ needed: 2 })).revision).toBe(1);
  });

  it('with lists that do not fit, and says so in plain words', async () => {
    expect(await problemsOf({ match: { origins: ['MOON'], colours: ['red'] }, deciders: { manager: 'yes' } })).toEqual({
      'match.origins.0': 'Choose one of SYSTEM, CUSTOM, BUNDLE, TENANT.',
      'match.colours': 'There is no field colours here. Take it out.',
      'deciders.manager': 'Choose yes or no.',
    });
  });
});

describe('an “always allow”', () => {
  const GRANT = `mutation($input: GrantAlwaysAllowInput!) { grantAlwaysAllow(input: $input) {
    rule { id name condition deciders needed } } }`;
  const soon = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const grant = (approvalId: string, more: object = {}) =>
    admin.run(GRANT, { input: { approvalId, endsAt: soon(), ...more } });
  const names = async () =>
    (await admin.get('{ approvalRules { name } }')).approvalRules.map(({ name }: { name: string }) => name);

  it('stands just before the rule that asked, and behind those that refuse', async () => {
    await addRule({ name: 'No nines', verdict: 'deny', condition: 'input.a == 9', reason: 'No nines.' });
    await addRule({ name: 'Large ones ask', condition: 'input.a > 3' });
    await addRule({ name: 'No ones', verdict: 'deny', condition: 'input.a == 1', reason: 'No ones.' });
    const { approval } = await call(member, { input: { a: 5 } });
    expect((await grant(approval.id)).errors).toBeUndefined();
    expect(await names()).toEqual([
      'No nines',
      expect.stringMatching(/^Always allow add/),
      'Large ones ask',
      'No ones',
    ]);
    expect((await call(member, { input: { a: 5 } })).status).toBe('SUCCESS');
    for (const a of [1, 9])
      expect((await member.run(EXECUTE, { input: { slug: 'add', input: { a } } })).errors?.[0]?.extensions.code).toBe(
        'FORBIDDEN',
      );
    expect((await call(admin, { input: { a: 5 } })).status).toBe('WAITING');
  });

  it('asks the same people as before where it cannot be worked out', async () => {
    const rule = { condition: 'input.b == null or input.b > 3', needed: 2, deciders: { roles: ['approver', 'admin'] } };
    await story.as('approver');
    await addRule(rule);
    const { approval } = await call(member);
    const answer = await grant(approval.id, { forCaller: false });
    expect(answer.data.grantAlwaysAllow.rule).toMatchObject({
      condition: rule.condition,
      needed: 2,
      deciders: { roles: ['approver', 'admin'] },
    });
  });

  it('comes of a call that waits or was approved, not of one that was denied', async () => {
    await addRule({});
    const { approval } = await call(member);
    await admin.get(
      'mutation($id: ID!) { decideApproval(input: { id: $id, decision: DENY, reason: "No." }) { approval { id } } }',
      {
        id: approval.id,
      },
    );
    const { errors } = await grant(approval.id);
    expect(errors?.[0]).toMatchObject({
      extensions: { code: 'CONFLICT' },
      message: expect.stringContaining('waits or was approved'),
    });
    expect(await names()).toEqual(['A rule']);
  });

  it('can be rehearsed at its place, for the caller and for everybody', async () => {
    await addRule({ name: 'No nines', verdict: 'deny', condition: 'input.a == 9' });
    await call(member);
    await call(admin, { input: { a: 9 } }).catch(() => null);
    await addRule({ name: 'All ask' });
    const { approval } = await call(member);
    await call(admin);
    const REHEARSE = `query($id: ID!, $forCaller: Boolean!) { approval(id: $id) {
      rehearseAlwaysAllow(forCaller: $forCaller, since: "2020-01-01T00:00:00Z") { decided changed after { allowed } } } }`;
    const rehearse = async (forCaller: boolean) =>
      (await admin.get(REHEARSE, { id: approval.id, forCaller })).approval.rehearseAlwaysAllow;
    expect(await rehearse(true)).toEqual({ decided: 2, changed: 2, after: { allowed: 2 } });
    expect(await rehearse(false)).toEqual({ decided: 3, changed: 3, after: { allowed: 3 } });
    expect(await names()).toEqual(['No nines', 'All ask']);
  });
});

it('a call that is sent again under its idempotency key uses up no grant', async () => {
  await addRule({ name: 'Twice', verdict: 'allow', limit: 2 });
  await addRule({ name: 'Then ask' });
  const idempotencyKey = newId();
  const runs = [];
  for (let times = 0; times < 3; times += 1) runs.push(await call(member, { idempotencyKey }));
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
  const { approvalRules } = await admin.get('{ approvalRules { used } }');
  expect(approvalRules[0]).toEqual({ used: 1 });
  expect((await call(member)).status).toBe('SUCCESS');
  expect((await call(member)).status).toBe('WAITING');
});

it.each(['WAIT', 'ASYNC'])('twenty calls at once (%s) under one idempotency key use up a grant once', async (mode) => {
  await addRule({ name: 'Often', verdict: 'allow', limit: 100 });
  const idempotencyKey = newId();
  const runs = await Promise.all(Array.from({ length: 20 }, () => call(member, { idempotencyKey, mode })));
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
  expect((await admin.get('{ approvalRules { used } }')).approvalRules).toEqual([{ used: 1 }]);
});

it('a call that is refused for want of a place uses up no grant', async () => {
  await addRule({ name: 'Once', verdict: 'allow', limit: 1 });
  await addRule({ name: 'Then ask' });
  const { places } = app.createContext(admin.viewer, newRequestId()).engine;
  const full = vi.spyOn(places, 'take').mockImplementationOnce(() => {
    throw new LimitExceeded('runs', 'Full.');
  });
  const input = { slug: 'add', input: { a: 1 } };
  expect((await member.run(EXECUTE, { input })).errors?.[0]?.extensions.code).toBe('LIMIT_EXCEEDED');
  full.mockRestore();
  expect((await call(member)).status).toBe('SUCCESS');
  expect((await call(member)).status).toBe('WAITING');
});

it('a rule is told apart by whom it names: people, keys and roles are called by name', async () => {
  await story.key({ role: 'member' });
  const [key] = (await admin.get('{ apiKeys(first: 1) { edges { node { id name } } } }')).apiKeys.edges;
  const callers = [userId(member), key.node.id];
  const users = [userId(admin)];
  const { inWords } = await addRule({ match: { callers }, deciders: { users, roles: ['system_admin'] } });
  expect(inWords).toBe(
    `A call waits for approval when the caller is ${member.viewer.name} or the key ${key.node.name}. ` +
      `A${admin.viewer.name.slice(1)} or somebody with the role Owner decides. People may approve what is done on their behalf.`,
  );
});

describe('calls that wait because of a rule', () => {
  const UPDATE = `mutation($id: ID!, $revision: Int!, $rule: ApprovalRuleDraft!) {
    updateApprovalRule(input: { id: $id, revision: $revision, rule: $rule }) { rule { revision waiting } } }`;
  const change = async (id: string, revision: number, rule: object) =>
    (await admin.get(UPDATE, { id, revision, rule })).updateApprovalRule.rule;
  const voidBecause = async (id: string) =>
    (await admin.get('query($id: ID!) { approval(id: $id) { voidBecause } }', { id })).approval.voidBecause;
  const decide = (id: string, decision: string) =>
    admin.run('mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }', {
      input: { id, decision, reason: 'So.' },
    });

  const remove = (id: string) =>
    admin.get('mutation($id: ID!) { deleteApprovalRule(input: { id: $id }) { id } }', { id });

  it('can be approved after it was renamed or reminds at another time', async () => {
    const { id, revision } = await addRule({});
    const { approval } = await call(member);
    const more = { name: 'Another name', remindAfter: 60, reason: 'Because.' };
    expect(await change(id, revision, more)).toEqual({ revision: revision + 1, waiting: 1 });
    expect(await voidBecause(approval.id)).toBeNull();
    expect((await decide(approval.id, 'APPROVE')).data.decideApproval.approval.status).toBe('APPROVED');
  });

  it('can only be denied once it asks for something else, and the rule is named as the cause', async () => {
    const { id, revision } = await addRule({});
    const { approval } = await call(member);
    expect(await change(id, revision, { condition: 'input.a > 0' })).toMatchObject({ waiting: 0 });
    expect(await voidBecause(approval.id)).toMatch(/rule that asked has changed/);
    const { errors } = await decide(approval.id, 'APPROVE');
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/rule that asked has changed.*Deny the call/),
      extensions: { code: 'APPROVAL_OUT_OF_SCOPE' },
    });
    expect((await decide(approval.id, 'DENY')).data.decideApproval.approval.status).toBe('DENIED');
  });

  it('stay with those who were asked when it is switched off and on again', async () => {
    const { id, revision } = await addRule({});
    const [one, other] = [await call(member), await call(member)];
    expect(await change(id, revision, { enabled: false })).toMatchObject({ waiting: 2 });
    expect((await call(member)).status).toBe('SUCCESS');
    expect(await voidBecause(one.approval.id)).toBeNull();
    expect((await decide(one.approval.id, 'APPROVE')).data.decideApproval.approval.status).toBe('APPROVED');
    expect(await change(id, revision + 1, { enabled: true })).toMatchObject({ waiting: 1 });
    expect((await decide(other.approval.id, 'APPROVE')).data.decideApproval.approval.status).toBe('APPROVED');
  });

  it('stay with those who were asked when it is deleted, and what it said is on record', async () => {
    await story.as('approver');
    const { id } = await addRule({ name: 'Two must agree', needed: 2, deciders: { roles: ['admin', 'approver'] } });
    const { approval } = await call(member);
    await remove(id);
    expect(await voidBecause(approval.id)).toBeNull();
    expect((await decide(approval.id, 'APPROVE')).data.decideApproval.approval.status).toBe('PENDING');
    const entry = await app.database.system.auditEntry.findFirst({
      where: { tenantId: story.tenant.id, action: 'approvalRule.deleted' },
    });
    const said = { name: 'Two must agree', verdict: 'ask', needed: 2, match: { tools: ['add'] } };
    expect(entry?.details).toMatchObject({ before: said });
  });

  it('that could only be denied do not come back to life when it is deleted', async () => {
    const { id, revision } = await addRule({});
    const [before, after] = [
      await call(member),
      await change(id, revision, { condition: 'input.a > 0' }).then(() => call(member)),
    ];
    await remove(id);
    expect(await voidBecause(before.approval.id)).toMatch(/rule that asked has changed/);
    expect((await decide(before.approval.id, 'APPROVE')).errors?.[0]?.extensions.code).toBe('APPROVAL_OUT_OF_SCOPE');
    expect(await voidBecause(after.approval.id)).toBeNull();
  });
});
