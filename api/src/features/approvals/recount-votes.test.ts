import { expect, it } from 'vitest';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { newRequestId, toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import type { TestApp } from '../../../test/test-app.ts';

const DECIDE = 'mutation($id: ID!) { decideApproval(input: { id: $id, decision: APPROVE }) { approval { status } } }';
const INBOX = 'query { myInbox { edges { node { approval { id mayDecide } } } } }';

let app: TestApp;
let scene: ApprovalScene;
let starting: Promise<unknown> | undefined;
openApprovalScenes(async (opened, running) => {
  [app, scene] = [running, opened];
  starting ??= app.queue.start();
  await starting;
});

async function ask(client: Client = scene.member): Promise<string> {
  const { executeTool } = await client.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  return executeTool.run.approval.id;
}
const inboxOf = async (client: Client) =>
  (await client.get(INBOX)).myInbox.edges.map(({ node }: { node: { approval: object } }) => node.approval);
const put = ({ viewer }: Person, role: string) =>
  scene.owner.get('mutation($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
    input: { id: toNodeId('Membership', viewer.membershipId!), role },
  });

async function keyOf(person: Person) {
  const ctx = app.createContext(person.viewer, newRequestId());
  const { apiKey, secret } = await createApiKey(ctx, { name: 'Made', permissions: ['approvals.team.decide'] });
  const viewer = await app.authenticator.authenticate({ kind: 'bearer', token: secret });
  return { ...clientFor(app, viewer, secret), keyId: toNodeId('ApiKey', apiKey.id) };
}

/** What the worker does every minute. */
async function sweep(): Promise<void> {
  await app.queue.enqueue('approval.sweep', {}, { key: 'sweep of a test' });
  const left = async () => {
    const stats = (await app.queue.stats()).find(({ type }) => type === 'approval.sweep')!;
    return stats.queued + stats.active;
  };
  await expect.poll(left, { timeout: 10_000, interval: 20 }).toBe(0);
}

it('a call is back in the inbox of whoever’s key voted and was revoked, and those who wait for it hear so', async () => {
  const { owner, admin } = scene;
  await scene.addRule({ needed: 3 });
  const id = await ask();
  const key = await keyOf(owner);
  await key.get(DECIDE, { id });
  await admin.get(DECIDE, { id });
  await sweep();
  expect(await inboxOf(owner)).toEqual([]);
  const stream = await owner.follow('subscription { myInboxChanged { count } }');
  const told = stream.next!();
  await admin.get('mutation($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', { id: key.keyId });
  await sweep();
  expect(await told).toEqual({ myInboxChanged: { count: 1 } });
  await stream.end!();
  expect([await inboxOf(owner), await inboxOf(admin)]).toEqual([[{ id, mayDecide: true }], []]);
});

it('a call is never put before whoever asked for it, though their key had voted', async () => {
  const { owner, admin } = scene;
  await scene.addRule({ needed: 2 });
  const id = await ask(owner);
  const key = await keyOf(owner);
  await key.get(DECIDE, { id });
  await admin.get('mutation($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', { id: key.keyId });
  await sweep();
  expect(await inboxOf(owner)).toEqual([]);
});

it('a call that cannot be approved any more waits for those who agreed, until it can be', async () => {
  const { owner, approver } = scene;
  await scene.addRule({ needed: 3 });
  const id = await ask();
  await owner.get(DECIDE, { id });
  await put(approver, 'viewer');
  await sweep();
  expect(await inboxOf(owner)).toEqual([{ id, mayDecide: true }]);
  await put(approver, 'approver');
  await sweep();
  expect(await inboxOf(owner)).toEqual([]);
});
