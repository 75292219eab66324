import { afterAll, beforeAll, expect, it } from 'vitest';
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
