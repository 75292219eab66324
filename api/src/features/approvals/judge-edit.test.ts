import { expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import type { TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let scene: ApprovalScene;
let admin: Person;
let approver: Person;

openApprovalScenes((opened, openedApp) => {
  [scene, app] = [opened, openedApp];
  ({ admin, approver } = scene);
});

async function editTo(a: number, asking?: Client, deciding: Client = approver) {
  await scene.addRule({ name: 'All', verdict: 'ask', selfApproval: true });
  const { executeTool } = await (asking ?? scene.member).get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  return deciding.run(
    `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status editedInput } } }`,
    { input: { id: executeTool.run.approval.id, decision: 'APPROVE', input: { a } } },
  );
}

const BIG = { name: 'Big', condition: 'input.a > 1000' };

it.each([
  [
    'refuses',
    () => ({ verdict: 'deny', reason: 'Never so much.' }),
    'The rule “Big” refuses these arguments. Never so much.',
  ],
  [
    'asks another person about',
    () => ({ verdict: 'ask', deciders: { users: [toNodeId('User', admin.viewer.userId)] } }),
    'to others',
  ],
  ['asks two about', () => ({ verdict: 'ask', needed: 2 }), 'to others'],
])('nobody can edit a call into what a rule %s', async (_what, rule, words) => {
  await scene.addRule({ ...BIG, ...rule() });
  const { errors } = await editTo(1001);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ path: ['input'], message: expect.stringContaining(words) }],
  });
});

it('nobody can edit what their own key asked for into what a rule wants somebody else to decide', async () => {
  await scene.addRule({ ...BIG, verdict: 'ask', selfApproval: false });
  const { createApiKey } = await admin.get(
    'mutation { createApiKey(input: { name: "Own", role: "member" }) { secret } }',
  );
  const token = createApiKey.secret as string;
  const key = clientFor(app, await app.authenticator.authenticate({ kind: 'bearer', token }), token);
  const { errors } = await editTo(1001, key, admin);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['input'] }] });
  expect((await editTo(1000, key, admin)).data.decideApproval.approval.status).toBe('APPROVED');
});

it.each([
  ['that no other rule is about', 1000],
  ['about which another rule asks the same people', 1001],
])('a call can be edited into one %s', async (_what, a) => {
  await scene.addRule({ ...BIG, verdict: 'ask', deciders: { roles: ['approver'] } });
  expect((await editTo(a)).data.decideApproval.approval).toEqual({ status: 'APPROVED', editedInput: { a } });
});

it('a rule about the role of whoever asked counts for edited arguments as well', async () => {
  await scene.addRule({ ...BIG, verdict: 'deny', match: { tools: ['add'], roles: ['member'] } });
  expect((await editTo(1001)).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
});
