import { beforeEach, expect, it } from 'vitest';
import { takeRun } from '#features/executions/take-run.ts';
import { parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, openApprovalScenes } from '../../../test/approval-scene.ts';
import type { Client } from '../../../test/client.ts';
import type { TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id status approval { id } } } }`;
const APPROVAL = 'query($id: ID!) { approval(id: $id) { voidBecause } }';
const DECIDE = 'mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }';
const OVERRIDE = 'mutation($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { slug } } }';
const UPDATE_MEMBER = 'mutation($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }';

let app: TestApp;
let scene: ApprovalScene;
openApprovalScenes((opened, openedApp) => {
  [scene, app] = [opened, openedApp];
});
beforeEach(() => scene.addRule({}));

async function call(client: Client, more: object = {}): Promise<{ id: string; approvalId: string }> {
  const input = { slug: 'add', input: { a: 1 }, ...more };
  const { run } = (await client.get(EXECUTE, { input })).executeTool;
  expect(run.status).toBe('WAITING');
  return { id: run.id, approvalId: run.approval.id };
}

const voidBecause = async (id: string) => (await scene.approver.get(APPROVAL, { id })).approval.voidBecause;
const decide = (id: string, decision: string) => scene.approver.run(DECIDE, { input: { id, decision, reason: 'So.' } });
const switchTool = (enabled: boolean) => scene.admin.get(OVERRIDE, { input: { slug: 'add', enabled } });
const membershipOf = ({ viewer }: ApprovalScene['member']) => toNodeId('Membership', viewer.membershipId!);

async function expectOnlyDenial(approvalId: string, cause: RegExp) {
  expect(await voidBecause(approvalId)).toMatch(cause);
  expect((await decide(approvalId, 'APPROVE')).errors?.[0]).toMatchObject({
    message: expect.stringMatching(cause),
    extensions: { code: 'APPROVAL_OUT_OF_SCOPE' },
  });
  expect((await decide(approvalId, 'DENY')).data.decideApproval.approval.status).toBe('DENIED');
}

it('a call whose tool was switched off can only be denied, and approved once it is on again', async () => {
  const [one, other] = [await call(scene.member), await call(scene.member)];
  expect(await voidBecause(one.approvalId)).toBeNull();
  await switchTool(false);
  await expectOnlyDenial(one.approvalId, /switched off for this tenant/);
  await switchTool(true);
  expect(await voidBecause(other.approvalId)).toBeNull();
  expect((await decide(other.approvalId, 'APPROVE')).data.decideApproval.approval.status).toBe('APPROVED');
});

it('an editor may go on trying a tool that is switched off', async () => {
  await switchTool(false);
  const { approvalId } = await call(scene.admin, { test: true });
  expect(await voidBecause(approvalId)).toBeNull();
});

it('a call by a key that was revoked can only be denied', async () => {
  const { approvalId } = await call(await scene.story.key({ role: 'member', actsForAgent: true }));
  await app.database.system.apiKey.updateMany({
    where: { tenantId: scene.story.tenant.id },
    data: { revokedAt: app.clock.now() },
  });
  await expectOnlyDenial(approvalId, /key that made the call was revoked/);
});

it('a call by somebody who left can only be denied', async () => {
  const { approvalId } = await call(scene.member);
  const input = { id: membershipOf(scene.member) };
  await scene.owner.get('mutation($input: RemoveMemberInput!) { removeMember(input: $input) { id } }', { input });
  await expectOnlyDenial(approvalId, /not a member any more/);
});

it('a call by somebody who may not run tools any more can only be denied', async () => {
  const { approvalId } = await call(scene.member);
  await scene.owner.get(UPDATE_MEMBER, { input: { id: membershipOf(scene.member), role: 'viewer' } });
  await expectOnlyDenial(approvalId, /may not run tools any more/);
});

it('a run whose tool was switched off just after the approval ends with that as the cause', async () => {
  const { id, approvalId } = await call(scene.member);
  await decide(approvalId, 'APPROVE');
  await switchTool(false);
  const house = { system: app.database.system, clock: app.clock, createContext: app.createContext };
  const run = { tenantId: scene.story.tenant.id, runId: parseNodeIdOf('ToolRun', id)! };
  await takeRun(house, run, new AbortController().signal);
  const { toolRun } = await scene.member.get('query($id: ID!) { toolRun(id: $id) { error { code message } } }', { id });
  expect(toolRun.error).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringMatching(/switched off.*not started/),
  });
});

it('nobody can edit a call into one that cannot be sent', async () => {
  const created = {
    slug: 'look-up',
    name: 'Look up',
    description: 'Use it.',
    category: 'test',
    icon: 'wrench',
    fields: [{ name: 'part', label: 'Part', type: 'text', required: true }],
    executionSpec: { kind: 'http', method: 'GET', url: 'https://api.example.com/{{input.part}}' },
  };
  await scene.admin.get('mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }', {
    input: created,
  });
  await scene.addRule({ match: { tools: ['look-up'] } });
  const { approvalId } = await call(scene.member, { slug: 'look-up', input: { part: 'a' } });

  const edit = { id: approvalId, decision: 'APPROVE', input: { part: '..' } };
  const { errors } = await scene.approver.run(DECIDE, { input: edit });

  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['input', 'part'] }] });
  expect((await decide(approvalId, 'DENY')).data.decideApproval.approval.status).toBe('DENIED');
});
