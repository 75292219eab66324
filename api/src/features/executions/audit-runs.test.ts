import { afterAll, beforeAll, expect, it } from 'vitest';
import { labelOf } from '#access/viewer.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditRuns } from './audit-runs.ts';

const EXECUTE = `mutation($slug: String!, $input: JSON!) {
  executeTool(input: { slug: $slug, input: $input }) { run { id } error { code } } }`;
const LOG = `{ auditEntries(first: 50) { edges { node { action actorLabel permission decision details } } }
  verifyAudit { valid } }`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());

it('every call has one line in the audit log, with sizes instead of values, however often it is brought up to date', async () => {
  const story = await tellStory(app);
  const [member, admin] = [await story.as('member'), await story.as('admin')];
  await member.get(EXECUTE, { slug: 'private', input: { password: 'canary-password', note: 'canary-note' } });
  await member.get(EXECUTE, { slug: 'add', input: { a: 1 } });
  await member.get(EXECUTE, { slug: 'add', input: {} });
  await Promise.all([auditRuns(app.database.owner), auditRuns(app.database.owner)]);
  await auditRuns(app.database.owner);

  const { auditEntries, verifyAudit } = await admin.get(LOG);
  const calls = auditEntries.edges
    .map(({ node }: { node: { action: string } }) => node)
    .filter(({ action }: { action: string }) => action === 'tool.called');
  expect(calls).toHaveLength(2);
  expect(calls.at(-1)).toMatchObject({
    actorLabel: expect.stringContaining('member@'),
    permission: 'tools.tenant.execute',
    decision: 'ALLOWED',
    details: { tool: 'private', source: 'web', input: { note: '13 characters' } },
  });
  expect(JSON.stringify(calls)).not.toContain('canary');
  expect(verifyAudit).toEqual({ valid: true });
});

const audited = async (client: Awaited<ReturnType<Awaited<ReturnType<typeof tellStory>>['as']>>) => {
  await auditRuns(app.database.owner);
  const { auditEntries } = await client.get(LOG);
  return auditEntries.edges.map(({ node }: { node: { action: string; details: Record<string, unknown> } }) => node);
};

it('nobody finds a hidden argument by trying: calls that differ in nothing else have one digest', async () => {
  const story = await tellStory(app);
  const [member, admin] = [await story.as('member'), await story.as('admin')];
  for (const password of ['1234', '987654321'])
    await member.get(EXECUTE, { slug: 'private', input: { password, note: 'same' } });
  const [first, second] = (await audited(admin)).filter(({ action }: { action: string }) => action === 'tool.called');
  expect(first.details).toEqual(second.details);
});

it('a call that waits has its line by whoever made it, once, whatever is decided', async () => {
  const story = await tellStory(app);
  const [admin, agent] = [await story.as('admin'), await story.key({ role: 'member', actsForAgent: true })];
  const DECIDE = `mutation($id: ID!, $decision: ApprovalDecision!) {
    decideApproval(input: { id: $id, decision: $decision }) { approval { status } } }`;
  const WAIT = `mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { id approval { id } } } }`;
  const [approved, denied, cancelled] = [await agent.get(WAIT), await agent.get(WAIT), await agent.get(WAIT)].map(
    ({ executeTool }) => executeTool.run,
  );
  await admin.get(DECIDE, { id: approved.approval.id, decision: 'APPROVE' });
  await admin.get(DECIDE, { id: denied.approval.id, decision: 'DENY' });
  await admin.get('mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }', { id: cancelled.id });

  const entries = await audited(admin);
  const called = entries.filter(({ action }: { action: string }) => action === 'tool.called');
  expect(called).toHaveLength(3);
  for (const line of called)
    expect(line).toMatchObject({
      actorLabel: labelOf(agent.viewer),
      details: { tool: 'danger', gate: 'asked', input: { what: '3 characters' } },
    });
  const decided = entries.filter(({ action }: { action: string }) => action.startsWith('approval.'));
  expect(decided.map(({ details }: { details: { run: string } }) => details.run).sort()).toEqual(
    [approved.id, denied.id].sort(),
  );
  expect(entries.filter(({ action }: { action: string }) => action === 'toolRun.cancelled')).toMatchObject([
    { permission: 'tools.tenant.update', details: { tool: 'danger', calledBy: labelOf(agent.viewer) } },
  ]);
});
