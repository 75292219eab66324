import { expect, it } from 'vitest';
import { auditRuns } from '#features/executions/audit-runs.ts';
import { digestOf } from '#platform/canonical.ts';
import { MASK } from '#toolkit/sensitive-fields.ts';
import { openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import type { TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id } error { code message } } }`;
const FOLLOW = `subscription { toolEvents(last: 50, filter: { types: ["tool.refused"] }) {
  type toolSlug runId sessionId source subSource actor payload } }`;
const AUDIT = `{ auditEntries(first: 50) { edges { node { action decision permission targetType details } } } }`;
const RUNS = `query($slug: String) { toolRuns(first: 10, filter: { toolSlug: $slug }) { edges { node { id } } } }`;
const CREATE = `mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }`;

let app: TestApp;
let member: Person;
let admin: Person;
let ruleId: string;

openApprovalScenes(async (scene, opened) => {
  [app, member, admin] = [opened, scene.member, scene.admin];
  const rule = { name: 'Never', verdict: 'deny', reason: 'Not on Mondays.', match: { tools: ['private', 'add'] } };
  ruleId = (await scene.addRule(rule)).createApprovalRule.rule.id;
});

async function readRefusals(client: Person, count: number) {
  const stream = await client.follow(FOLLOW);
  if (!stream.next) throw new Error(JSON.stringify(stream.refused));
  const told = [];
  while (told.length < count) told.push((await stream.next()).toolEvents);
  await stream.end();
  return told;
}

it('a call that a rule refuses is an event with the rule, the reason and the arguments, hidden where they are sensitive', async () => {
  const input = { password: 'canary-password', note: 'hello' };
  const refused = await member.run(EXECUTE, { input: { slug: 'private', input } });
  expect(refused.errors?.[0]).toMatchObject({
    message: 'Not on Mondays.',
    extensions: { code: 'FORBIDDEN', reason: 'REFUSED_BY_RULE', rule: { id: ruleId, name: 'Never' } },
  });

  const [event] = await readRefusals(admin, 1);
  expect(event).toMatchObject({ toolSlug: 'private', runId: null, source: 'web', actor: member.viewer.email });
  expect(event.payload).toEqual({
    input: { password: MASK, note: 'hello' },
    version: expect.any(Number),
    reason: 'Not on Mondays.',
    rule: 'Never',
    ruleId,
  });
  expect((await admin.get(RUNS, { slug: 'private' })).toolRuns.edges).toEqual([]);
});

it('its one line in the audit names the rule and the digest of the arguments, and no argument', async () => {
  const input = { password: 'canary-password', note: 'hello' };
  await member.run(EXECUTE, { input: { slug: 'private', input } });
  await auditRuns(app.database.owner);

  const { auditEntries } = await admin.get(AUDIT);
  const lines = auditEntries.edges
    .map(({ node }: { node: { decision: string } }) => node)
    .filter(({ decision }: { decision: string }) => decision === 'DENIED');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    action: 'tool.refused',
    permission: 'tools.tenant.execute',
    targetType: 'SessionEvent',
    details: {
      tool: 'private',
      ruleId,
      rule: 'Never',
      reason: 'Not on Mondays.',
      inputDigest: digestOf({ ...input, password: MASK }),
    },
  });
  expect(JSON.stringify(lines)).not.toContain('canary');
});

it('a step that is refused is on record in the session of its composition, which fails with the reason', async () => {
  const steps = [{ id: 'one', toolSlug: 'add', inputMap: { a: '{{input.a}}' } }];
  const tool = {
    slug: 'chain',
    name: 'Chain',
    description: 'Adds.',
    category: 'Test',
    icon: 'link',
    enabled: true,
    fields: [{ name: 'a', label: 'A', type: 'number', required: true }],
    executionSpec: { kind: 'composition', steps },
  };
  await admin.get(CREATE, { input: tool });
  const { executeTool } = await member.get(EXECUTE, { input: { slug: 'chain', input: { a: 1 } } });
  expect(executeTool.error.message).toContain('Not on Mondays.');
  const { toolRun } = await member.get('query($id: ID!) { toolRun(id: $id) { sessionId } }', {
    id: executeTool.run.id,
  });

  const [event] = await readRefusals(member, 1);
  expect(event).toMatchObject({ toolSlug: 'add', subSource: 'composition', sessionId: toolRun.sessionId });
});
