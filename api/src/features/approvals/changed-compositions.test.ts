import { beforeEach, expect, it } from 'vitest';
import { takeRun } from '#features/executions/take-run.ts';
import { parseNodeIdOf } from '#platform/ids.ts';
import { type ApprovalScene, openApprovalScenes } from '../../../test/approval-scene.ts';
import type { TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation($slug: String!) { executeTool(input: { slug: $slug, input: {} }) {
  run { id status approval { id } } error { code message } } }`;
const APPROVAL = 'query($id: ID!) { approval(id: $id) { voidBecause } }';
const DECIDE = 'mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }';
const RUN = 'query($id: ID!) { toolRun(id: $id) { status output error { code message } } }';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const UPDATE = 'mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { slug } } }';

let app: TestApp;
let scene: ApprovalScene;
openApprovalScenes((opened, openedApp) => {
  [scene, app] = [opened, openedApp];
});

const say = (output: unknown) => ({ kind: 'static', output });
const chain = (...slugs: string[]) => ({
  kind: 'composition',
  steps: slugs.map((toolSlug, at) => ({ id: `step${at}`, toolSlug, inputMap: {} })),
});
const create = (slug: string, executionSpec: object) =>
  scene.admin.get(CREATE, {
    input: { slug, name: slug, description: 'Use it.', category: 'test', icon: 'wrench', fields: [], executionSpec },
  });
const update = (slug: string, more: object) =>
  scene.admin.get(UPDATE, { input: { slug, version: 1, acknowledgeImpact: true, ...more } });
const call = async (slug: string) => (await scene.member.get(EXECUTE, { slug })).executeTool.run;
const voidBecause = async (id: string) => (await scene.approver.get(APPROVAL, { id })).approval.voidBecause;
const approve = (id: string) => scene.approver.run(DECIDE, { input: { id, decision: 'APPROVE' } });
const take = (id: string) => {
  const house = { system: app.database.system, clock: app.clock, createContext: app.createContext };
  const run = { tenantId: scene.story.tenant.id, runId: parseNodeIdOf('ToolRun', id)! };
  return takeRun(house, run, new AbortController().signal);
};

async function expectVoid(approvalId: string, words: string) {
  expect(await voidBecause(approvalId)).toContain(words);
  const { errors } = await approve(approvalId);
  expect(errors?.[0]?.extensions.code).toBe('APPROVAL_OUT_OF_SCOPE');
}

beforeEach(async () => {
  await create('inner', say('good'));
  await create('middle', chain('inner'));
  await create('outer', chain('middle'));
});

it('a call of a composition is void once a tool far below it does something else', async () => {
  await scene.addRule({ match: { tools: ['outer'] } });
  const { approval } = await call('outer');
  expect(await voidBecause(approval.id)).toBeNull();
  await update('inner', { executionSpec: say('evil') });
  await expectVoid(approval.id, 'has changed since the call was made');
});

it('a call of a composition stays as it is when a tool below it is only renamed', async () => {
  await scene.addRule({ match: { tools: ['outer'] } });
  const { approval } = await call('outer');
  await update('inner', { name: 'Inmost' });
  expect((await approve(approval.id)).data.decideApproval.approval.status).toBe('APPROVED');
});

it('a step cannot be approved once the composition it belongs to has changed, and the composition does not go on', async () => {
  await scene.addRule({ match: { tools: ['inner'] } });
  const run = await call('middle');
  expect(run.status).toBe('WAITING');
  await create('other', say('other'));
  await update('middle', { executionSpec: chain('other', 'inner') });
  await expectVoid(run.approval.id, 'It is a step of middle, which has changed since.');

  await take(run.id);
  const { toolRun } = await scene.member.get(RUN, { id: run.id });
  expect(toolRun.error).toMatchObject({
    code: 'APPROVAL_OUT_OF_SCOPE',
    message: expect.stringContaining('could not go on'),
  });
});

it('a step cannot be approved while the composition it belongs to is switched off, and can again afterwards', async () => {
  await scene.addRule({ match: { tools: ['inner'] } });
  const run = await call('middle');
  await update('middle', { enabled: false });
  await expectVoid(run.approval.id, 'It is a step of middle.');
  await scene.admin.get(UPDATE, { input: { slug: 'middle', version: 2, enabled: true } });
  expect((await approve(run.approval.id)).data.decideApproval.approval.status).toBe('APPROVED');
});

it('a call that waits is void once a rule refuses such calls, and not by one that others come before', async () => {
  await scene.addRule({ match: { tools: ['inner'] } });
  const { approval } = await call('inner');
  const never = { name: 'Never', verdict: 'deny', reason: 'Not any more.', match: { tools: ['inner'] } };
  const { createApprovalRule } = await scene.addRule(never);
  expect(await voidBecause(approval.id)).toBeNull();
  const { approvalRules } = await scene.admin.get('{ approvalRules { id } }');
  const ids = [createApprovalRule.rule.id, approvalRules[0].id];
  await scene.admin.get('mutation($ids: [ID!]!) { orderApprovalRules(input: { ids: $ids }) { __typename } }', {
    ids,
  });
  await expectVoid(approval.id, 'The rule “Never” refuses this call by now. Not any more.');
});
