import { expect, it } from 'vitest';
import { type ApprovalScene, openApprovalScenes } from '../../../test/approval-scene.ts';
import type { TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation { executeTool(input: { slug: "private", input: { password: "canary-1", note: "hello" } }) {
  run { id approval { id input } } } }`;
const DECIDE = `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) {
  approval { status editedInput edits { path before after } } } }`;
const HIDDEN = '••••';

let app: TestApp;
let scene: ApprovalScene;
openApprovalScenes(async (opened, running) => {
  app = running;
  scene = opened;
  await scene.addRule({ match: { tools: ['private'] } });
});

async function approveWith(change: object) {
  const { approval } = (await scene.member.get(EXECUTE)).executeTool.run;
  expect(approval.input).toEqual({ password: HIDDEN, note: 'hello' });
  const input = { id: approval.id, decision: 'APPROVE', input: { ...approval.input, ...change } };
  return (await scene.approver.get(DECIDE, { input })).decideApproval.approval;
}
const storedEdit = async () =>
  (await app.database.system.approval.findFirst({ where: { tenantId: scene.story.tenant.id } }))?.editedInput;

it('a hidden argument that comes back as it was shown stays what it was', async () => {
  const approval = await approveWith({ note: 'hi' });
  expect(approval).toEqual({
    status: 'APPROVED',
    editedInput: { password: HIDDEN, note: 'hi' },
    edits: [{ path: 'note', before: 'hello', after: 'hi' }],
  });
  expect(await storedEdit()).toEqual({ password: 'canary-1', note: 'hi' });
});

it('arguments that come back as they were shown are no edit', async () => {
  expect(await approveWith({})).toEqual({ status: 'APPROVED', editedInput: null, edits: [] });
});

it('a hidden argument that was changed is on record as changed, without telling it', async () => {
  const approval = await approveWith({ password: 'canary-2' });
  expect(approval.edits).toEqual([{ path: 'password', before: HIDDEN, after: HIDDEN }]);
  expect(JSON.stringify(approval)).not.toContain('canary');
  expect(await storedEdit()).toEqual({ password: 'canary-2', note: 'hello' });
});

it('a denial with other arguments is refused: nobody would see them', async () => {
  const { approval } = (await scene.member.get(EXECUTE)).executeTool.run;
  const input = { id: approval.id, decision: 'DENY', input: { note: 'hi' } };
  const { errors } = await scene.approver.run(DECIDE, { input });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['input'] }] });
  expect((await scene.approver.get(DECIDE, { input: { ...input, input: null } })).decideApproval.approval.status).toBe(
    'DENIED',
  );
});
