import { expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, nodeIdOf, openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import type { Client } from '../../../test/client.ts';
import { watchStatements } from '../../../test/statements.ts';

const DECIDE = `mutation($id: ID!, $decision: ApprovalDecision! = APPROVE) {
  decideApproval(input: { id: $id, decision: $decision }) { approval { status } } }`;
const SEE = 'query($id: ID!) { approval(id: $id) { mayDecide voidBecause waitingFor } }';

let scene: ApprovalScene;
openApprovalScenes((opened) => {
  scene = opened;
});

async function ask(client: Client = scene.member): Promise<string> {
  const { executeTool } = await client.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  return executeTool.run.approval.id;
}
const decided = async (client: Client, id: string, decision = 'APPROVE') =>
  (await client.get(DECIDE, { id, decision })).decideApproval.approval.status;
const see = async (client: Client, id: string) => (await client.get(SEE, { id })).approval;
const put = ({ viewer }: Person, role: string) =>
  scene.owner.get('mutation($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
    input: { id: toNodeId('Membership', viewer.membershipId!), role },
  });

it('a call that more must agree to than are left beside whoever asked says so, and can only be denied', async () => {
  const { approver, owner } = scene;
  await scene.addRule({ needed: 3 });
  const id = await ask(approver);
  expect(await see(owner, id)).toMatchObject({
    mayDecide: true,
    voidBecause: '3 must agree, and beside whoever asked only 2 can decide at present.',
  });
  const refused = await owner.run(DECIDE, { id });
  expect(refused.errors?.[0]).toMatchObject({
    message: expect.stringContaining('only 2 can decide'),
    extensions: { code: 'APPROVAL_OUT_OF_SCOPE' },
  });
  expect(await decided(owner, id, 'DENY')).toBe('DENIED');
});

it('whoever has agreed can deny a call that has come out of reach since, and it waits for them', async () => {
  const { approver, admin, owner } = scene;
  await scene.addRule({ needed: 3 });
  const id = await ask();
  await decided(owner, id);
  expect(await see(owner, id)).toMatchObject({ mayDecide: false, voidBecause: null });
  await put(approver, 'viewer');
  expect(await see(owner, id)).toEqual({
    mayDecide: true,
    voidBecause: expect.stringMatching(/^3 must agree/),
    waitingFor: ['you', 'anybody else who may decide'],
  });
  expect(await admin.code(DECIDE, { id })).toBe('APPROVAL_OUT_OF_SCOPE');
  expect(await decided(owner, id, 'DENY')).toBe('DENIED');
});

it('is within reach again once enough can decide', async () => {
  const { approver, admin, owner } = scene;
  await scene.addRule({ needed: 3 });
  const id = await ask();
  await put(approver, 'viewer');
  expect((await see(owner, id)).voidBecause).not.toBeNull();
  await put(approver, 'approver');
  expect((await see(owner, id)).voidBecause).toBeNull();
  for (const person of [approver, admin]) expect(await decided(person, id)).toBe('PENDING');
  expect(await decided(owner, id)).toBe('APPROVED');
});

it('keys that can decide are counted, as many as there are heads, and are named when no person is left', async () => {
  const { approver, admin, owner, story } = scene;
  await scene.addRule({ needed: 3 });
  const id = await ask(approver);
  const key = await story.key({ permissions: ['approvals.team.decide'] });
  expect((await see(owner, id)).voidBecause).toBeNull();
  await decided(admin, id);
  await decided(owner, id);
  expect((await see(approver, id)).waitingFor).toEqual(['a key that may decide']);
  expect(await decided(key, id)).toBe('APPROVED');
});

it('those whom the rule names are followed by those with the right, who are counted too', async () => {
  const { approver, admin, owner } = scene;
  await scene.addRule({ needed: 2, deciders: { users: [nodeIdOf(approver), nodeIdOf(admin)] } });
  const id = await ask(approver);
  expect((await see(owner, id)).voidBecause).toBeNull();
  expect(await decided(admin, id)).toBe('PENDING');
  expect(await decided(owner, id)).toBe('APPROVED');
});

it('a list of such calls is read with as many statements as one of them', async () => {
  const { owner, admin } = scene;
  await scene.addRule({ needed: 3 });
  const LIST = 'query { approvals(first: 50) { edges { node { mayDecide voidBecause waitingFor votes { byId } } } } }';
  const count = async () => (await watchStatements(() => owner.get(LIST))).statements.length;
  await decided(admin, await ask());
  await decided(owner, await ask());
  const few = await count();
  for (const decider of [admin, owner, admin, owner]) await decided(decider, await ask());
  expect(await count()).toBe(few);
});
