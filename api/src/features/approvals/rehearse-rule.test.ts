import { expect, it } from 'vitest';
import { type ApprovalScene, openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import type { Client } from '../../../test/client.ts';
import type { TestApp } from '../../../test/test-app.ts';

const REHEARSE = `query($rule: ApprovalRuleDraft!, $ruleId: ID) {
  rehearseApprovalRule(rule: $rule, ruleId: $ruleId, since: "2020-01-01T00:00:00Z") {
    looked matched decided unclear changed before { allowed asked denied } after { allowed asked denied }
    changes { runId sessionId before after by } examples { runId note } } }`;
const EXECUTE = 'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id } } }';

let app: TestApp;
let scene: ApprovalScene;
let member: Person;
let admin: Person;
/** Calls of `add` with 1, 5 and 2000, in this order. */
let runs: string[];

openApprovalScenes(async (opened, openedApp) => {
  [scene, app] = [opened, openedApp];
  ({ member, admin } = scene);
  runs = [];
  for (const a of [1, 5, 2_000]) runs.push(await call(member, 'add', { a }));
});

async function call(client: Client, slug: string, input: object): Promise<string> {
  const { executeTool } = await client.get(EXECUTE, { input: { slug, input } });
  return executeTool.run.id;
}

const addRule = async (rule: object): Promise<string> => (await scene.addRule(rule)).createApprovalRule.rule.id;
const rehearse = async (rule: object, ruleId?: string) =>
  (await admin.get(REHEARSE, { rule, ruleId })).rehearseApprovalRule;
const draft = (more: object) => ({ name: 'Draft', match: { tools: ['add'] }, ...more });

it('a new rule comes behind the others, and changes nothing where one above it decides', async () => {
  await addRule({ name: 'Small ones pass', verdict: 'allow', condition: 'input.a < 100' });
  const result = await rehearse(draft({ verdict: 'deny' }));
  expect(result).toMatchObject({
    looked: 3,
    matched: 3,
    decided: 1,
    before: { allowed: 3, asked: 0, denied: 0 },
    after: { allowed: 2, asked: 0, denied: 1 },
    changed: 1,
    changes: [{ runId: runs[2], before: 'allow', after: 'deny', by: 'Draft' }],
  });
});

it('a changed rule is rehearsed at its own place, with what it lets go decided by those below', async () => {
  const first = await addRule({ name: 'All ask', verdict: 'ask' });
  await addRule({ name: 'Large ones are refused', verdict: 'deny', condition: 'input.a > 1000' });
  const result = await rehearse({ condition: 'input.a == 5' }, first);
  expect(result).toMatchObject({
    matched: 1,
    decided: 1,
    before: { allowed: 0, asked: 3, denied: 0 },
    after: { allowed: 1, asked: 1, denied: 1 },
    changes: [
      { runId: runs[2], before: 'ask', after: 'deny', by: 'Large ones are refused' },
      { runId: runs[0], before: 'ask', after: 'allow', by: null },
    ],
  });
});

it('a rule switched off is as if it were not there', async () => {
  const id = await addRule({ name: 'All ask', verdict: 'ask' });
  expect(await rehearse({ enabled: false }, id)).toMatchObject({
    decided: 0,
    after: { allowed: 3, asked: 0, denied: 0 },
    changed: 3,
  });
});

it('where no rule decides, the policy of the tool does, for machines', async () => {
  const agent = await scene.story.key({ role: 'member', actsForAgent: true });
  const asked = await call(agent, 'danger', { what: 'x' });
  const result = await rehearse({ name: 'Grant', verdict: 'allow', match: { tools: ['danger'] } });
  expect(result).toMatchObject({
    before: { allowed: 3, asked: 1, denied: 0 },
    after: { allowed: 4, asked: 0, denied: 0 },
    changes: [{ runId: asked, before: 'ask', after: 'allow', by: 'Grant' }],
  });
});

it('a grant lets so many pass, the first ones, and no more', async () => {
  await addRule({ name: 'All ask', verdict: 'ask' });
  const id = await addRule({ name: 'Grant', verdict: 'allow' });
  await admin.get('mutation($ids: [ID!]!) { orderApprovalRules(input: { ids: $ids }) { rules { id } } }', {
    ids: [id, (await admin.get('{ approvalRules { id } }')).approvalRules[0].id],
  });
  expect(await rehearse({ limit: 2 }, id)).toMatchObject({
    before: { allowed: 3 },
    after: { allowed: 2, asked: 1 },
    changes: [{ runId: runs[2], before: 'allow', after: 'ask', by: 'All ask' }],
  });
});

it('a grant that is used up lets nothing pass, and a higher limit only as many as it adds', async () => {
  const id = await addRule({ name: 'Grant', verdict: 'allow', limit: 2 });
  await addRule({ name: 'All ask', verdict: 'ask' });
  for (const a of [4, 5]) await call(member, 'add', { a });
  const used = { before: { allowed: 0, asked: 5 }, after: { allowed: 0, asked: 5 }, decided: 0, changed: 0 };
  expect(await rehearse({}, id)).toMatchObject(used);
  expect(await rehearse({ limit: 3 }, id)).toMatchObject({ after: { allowed: 1, asked: 4 }, decided: 1, changed: 1 });
});

it('a condition that cannot be worked out asks', async () => {
  expect(await rehearse(draft({ verdict: 'deny', condition: 'input.b > 1' }))).toMatchObject({
    unclear: 3,
    after: { allowed: 0, asked: 3, denied: 0 },
    examples: [{ note: expect.stringContaining('Would ask') }, {}, {}],
  });
});

it('changes nothing itself', async () => {
  const id = await addRule({ name: 'Grant', verdict: 'allow', limit: 5 });
  await rehearse({ limit: 1 }, id);
  const { approvalRules } = await admin.get('{ approvalRules { name limit used revision } }');
  expect(approvalRules).toEqual([{ name: 'Grant', limit: 5, used: 0, revision: 1 }]);
});

it('a rule about a role concerns keys with that role, as the gate has it', async () => {
  await call(await scene.story.key({ role: 'admin' }), 'add', { a: 7 });
  const rule = draft({ verdict: 'deny', match: { tools: ['add'], roles: ['admin'] } });
  expect(await rehearse(rule)).toMatchObject({ looked: 4, matched: 1, after: { allowed: 3, denied: 1 } });
});

it('says when there were more calls than it looks at', async () => {
  const LOOK = `query($rule: ApprovalRuleDraft!) {
    rehearseApprovalRule(rule: $rule, since: "2020-01-01T00:00:00Z") { looked isCut } }`;
  const look = async () => (await admin.get(LOOK, { rule: draft({ verdict: 'ask' }) })).rehearseApprovalRule;
  expect(await look()).toEqual({ looked: 3, isCut: false });
  await app.database.system.$executeRaw`
    INSERT INTO session_events (id, tenant_id, session_id, seq, pos, type, tool_slug, run_id, source, actor_kind,
      actor_label, test, payload, created_at, hash)
    SELECT gen_random_uuid(), tenant_id, session_id, 1000 + n, 100000 + n, type, tool_slug, gen_random_uuid(), source,
      actor_kind, actor_label, test, payload, created_at, hash
    FROM (SELECT * FROM session_events WHERE tenant_id = ${scene.story.tenant.id}::uuid AND type = 'tool.started' LIMIT 1) one,
      generate_series(1, 1998) n`;
  expect(await look()).toEqual({ looked: 2_000, isCut: true });
});

it('calls that a rule refused are replayed, so one can see what loosening it would let through', async () => {
  const id = await addRule({ name: 'Large ones are refused', verdict: 'deny', condition: 'input.a > 1000' });
  expect(await member.code(EXECUTE, { input: { slug: 'add', input: { a: 3_000 } } })).toBe('FORBIDDEN');
  expect(await member.code(EXECUTE, { input: { slug: 'add', input: { a: 4_000 }, test: true } })).toBe('FORBIDDEN');

  const result = await rehearse({ verdict: 'ask' }, id);

  expect(result).toMatchObject({ looked: 4, matched: 2, changed: 2 });
  expect(result.changes).toEqual([
    { runId: null, sessionId: expect.any(String), before: 'deny', after: 'ask', by: 'Large ones are refused' },
    expect.objectContaining({ runId: runs[2], before: 'deny', after: 'ask' }),
  ]);
});
