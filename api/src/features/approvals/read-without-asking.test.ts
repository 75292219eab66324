import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = 'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { status output } } }';
const RULE = 'mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) { rule { id } } }';
const OVERRIDE = 'mutation($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { slug } } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const statusOf = async (client: Client, input: object) =>
  (await client.get(EXECUTE, { input: { slug: 'manageTools', input, mode: 'WAIT' } })).executeTool.run.status;

it('whoever decides about a change by manageTools is shown what it would do', async () => {
  const story = await tellStory(app);
  const admin = await story.as('admin');
  await admin.get(OVERRIDE, { input: { slug: 'manageTools', enabled: true } });
  const agent = await story.key({ role: 'admin', actsForAgent: true });
  const previewOf = async (input: object) => {
    await statusOf(agent, input);
    const { approvals } = await admin.get('{ approvals(first: 1) { edges { node { preview } } } }');
    return approvals.edges[0].node.preview;
  };
  expect(await previewOf({ action: 'update', slug: 'mine', version: 3, name: 'Theirs', enabled: false })).toEqual({
    effect: 'Changes version 3 of the tool mine, for everybody who has it.',
    changes: ['name', 'enabled'],
  });
  expect(await previewOf({ action: 'delete', slug: 'mine' })).toEqual({
    effect: 'Deletes the tool mine, for everybody who has it.',
  });
  expect(await previewOf({ action: 'delete' })).toEqual({
    effect: "Nothing: manageTools.delete requires 'slug'.",
  });
});

it('a tenant lets agents read its tools by manageTools without asking, and each change still waits', async () => {
  const story = await tellStory(app);
  const admin = await story.as('admin');
  await admin.get(OVERRIDE, { input: { slug: 'manageTools', enabled: true } });
  const agent = await story.key({ role: 'admin', actsForAgent: true });
  const changes = [
    { action: 'update', slug: 'mine', version: 1, name: 'Theirs' },
    { action: 'delete', slug: 'mine' },
  ];
  for (const input of [{ action: 'list' }, ...changes]) expect(await statusOf(agent, input)).toBe('WAITING');

  const loosened = await admin.code(OVERRIDE, { input: { slug: 'manageTools', permissionPolicy: 'AUTO' } });
  expect(loosened).toBe('BAD_USER_INPUT');
  await admin.get(RULE, {
    rule: {
      name: 'Agents may look at tools',
      match: { tools: ['manageTools'] },
      condition: 'input.action == "list" or input.action == "get"',
      verdict: 'allow',
    },
  });
  expect(await statusOf(agent, { action: 'list' })).toBe('SUCCESS');
  expect(await statusOf(agent, { action: 'get', slug: 'roi-calculator' })).toBe('SUCCESS');
  for (const input of changes) expect(await statusOf(agent, input)).toBe('WAITING');

  const neighbour = await tellStory(app);
  await (await neighbour.as('admin')).get(OVERRIDE, { input: { slug: 'manageTools', enabled: true } });
  const theirs = await neighbour.key({ role: 'admin', actsForAgent: true });
  expect(await statusOf(theirs, { action: 'list' })).toBe('WAITING');
});
