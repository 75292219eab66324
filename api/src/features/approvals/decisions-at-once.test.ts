import { describe, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, nodeIdOf, openApprovalScenes } from '../../../test/approval-scene.ts';

const DECIDE_ALL = `mutation($ids: [ID!]!) { decideApprovals(input: { ids: $ids, decision: APPROVE }) {
  results { id code } } }`;
const DECIDE = 'mutation($id: ID!) { decideApproval(input: { id: $id, decision: APPROVE }) { approval { status } } }';
const REASSIGN = `mutation($id: ID!, $userId: ID!) {
  reassignApproval(input: { id: $id, userId: $userId }) { approval { assigneeName } } }`;

let scene: ApprovalScene;
openApprovalScenes((opened) => {
  scene = opened;
});

async function ask(): Promise<string> {
  const { executeTool } = await scene.member.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  return executeTool.run.approval.id;
}

describe('several decisions at once', () => {
  it('have one result for each id that was sent, in their order, whatever it was', async () => {
    await scene.addRule({});
    const [one, other] = [await ask(), await ask()];
    const ids = ['nonsense', one, toNodeId('Approval', newId()), toNodeId('User', newId()), other, one, ''];
    const { decideApprovals } = await scene.approver.get(DECIDE_ALL, { ids });
    const codes = ['NOT_FOUND', null, 'NOT_FOUND', 'NOT_FOUND', null, null, 'NOT_FOUND'];
    expect(decideApprovals.results).toEqual(ids.map((id, at) => ({ id, code: codes[at] })));
  });
});

describe('a call that is handed on while somebody decides', () => {
  it.each([
    [1, 'ALREADY_DECIDED'],
    [2, 'CONFLICT'],
  ])('where %s must agree, is handed on or not, and the answer is true', async (needed, code) => {
    const { approver, admin, owner } = scene;
    await scene.addRule({ needed });
    for (let round = 0; round < 4; round += 1) {
      const id = await ask();
      const [handed] = await Promise.all([
        approver.run(REASSIGN, { id, userId: nodeIdOf(owner) }),
        admin.get(DECIDE, { id }),
      ]);
      const { approval } = await admin.get('query($id: ID!) { approval(id: $id) { assigneeId } }', { id });
      const told = handed.errors?.[0]?.extensions.code ?? approval.assigneeId;
      expect([code, nodeIdOf(owner)]).toContain(told);
    }
  });
});

describe('a call that is taken back while somebody decides', () => {
  const CANCEL = 'mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }';

  it('is taken back or decided first, and both are told what is true', async () => {
    await scene.addRule({});
    for (let round = 0; round < 6; round += 1) {
      const id = await ask();
      const { approval } = await scene.admin.get('query($id: ID!) { approval(id: $id) { run { id } } }', { id });
      const [cancelled, decided] = await Promise.all([
        scene.member.run(CANCEL, { id: approval.run.id }),
        scene.approver.run(DECIDE, { id }),
      ]);
      expect(cancelled.errors).toBeUndefined();
      expect([undefined, 'APPROVAL_CANCELLED']).toContain(decided.errors?.[0]?.extensions.code);
    }
  });
});
