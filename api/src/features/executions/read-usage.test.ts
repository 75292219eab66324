import { afterAll, beforeAll, expect, it } from 'vitest';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = 'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { status } } }';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const NUMBERS = `query($since: DateTime!) {
  toolUsage(since: $since) {
    total { runs errors p50Ms }
    byTool { key runs errors }
    bySource { key runs errors }
  }
  toolRuns { totalCount }
}`;

let app: TestApp;
beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());

it('usage counts the runs that the list of runs shows: no trials, and a composition once, however many steps it has', async () => {
  const story = await tellStory(app);
  const admin = await story.as('admin');
  const step = (id: string, toolSlug: string, inputMap: object) => ({ id, toolSlug, inputMap });
  const steps = [step('sum', 'add', { a: 1 }), step('broken', 'fail', { how: 'code' })];
  await admin.get(CREATE, {
    input: {
      slug: 'fails-late',
      name: 'Fails late',
      description: 'Use it.',
      category: 'test',
      icon: 'wrench',
      fields: [],
      executionSpec: { kind: 'composition', steps },
    },
  });
  const run = async (slug: string, input: object, more: object = {}) =>
    (await admin.get(EXECUTE, { input: { slug, input, ...more } })).executeTool.run.status;
  expect(await run('fails-late', {})).toBe('ERROR');
  expect(await run('add', { a: 1 })).toBe('SUCCESS');
  expect(await run('add', { a: 2 })).toBe('SUCCESS');
  expect(await run('add', { a: 3 }, { test: true })).toBe('SUCCESS');

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { toolUsage, toolRuns } = await admin.get(NUMBERS, { since });
  expect(toolUsage).toEqual({
    total: { runs: 3, errors: 1, p50Ms: expect.any(Number) },
    byTool: [
      { key: 'add', runs: 2, errors: 0 },
      { key: 'fails-late', runs: 1, errors: 1 },
    ],
    bySource: [{ key: 'web', runs: 3, errors: 1 }],
  });
  expect(toolRuns.totalCount).toBe(toolUsage.total.runs);
});

it('what people did not let through is no failure of the tool', async () => {
  const story = await tellStory(app);
  const [admin, agent] = [await story.as('admin'), await story.key({ role: 'member', actsForAgent: true })];
  const { executeTool } = await agent.get(
    'mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { approval { id } } } }',
  );
  await admin.get(
    'mutation($id: ID!) { decideApproval(input: { id: $id, decision: DENY }) { approval { status } } }',
    executeTool.run.approval,
  );
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { toolUsage } = await admin.get(
    'query($since: DateTime!) { toolUsage(since: $since) { total { runs errors declined } } }',
    { since },
  );
  expect(toolUsage.total).toEqual({ runs: 1, errors: 0, declined: 1 });
});
