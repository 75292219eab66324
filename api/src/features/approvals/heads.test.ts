import { describe, expect, it } from 'vitest';
import type { Viewer } from '#access/viewer.ts';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { newRequestId, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, nodeIdOf, openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import type { Story } from '../../../test/story.ts';
import type { TestApp } from '../../../test/test-app.ts';

const DECIDE = `mutation($id: ID!, $decision: ApprovalDecision! = APPROVE) {
  decideApproval(input: { id: $id, decision: $decision }) { approval { status } } }`;
const REVOKE = 'mutation($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }';
const VOTES = 'query($id: ID!) { approval(id: $id) { votes { by byId decision } } }';
const COUNTING = 'query($id: ID!) { approval(id: $id) { votes { counts } } }';
const RECEIPT = 'query($id: ID!) { verifyReceipt(approvalId: $id) { valid reason content } }';
const MAY = 'query($id: ID!) { approval(id: $id) { mayDecide waitingFor } }';
const DECIDING = ['approvals.team.decide'];

let app: TestApp;
let story: Story;
let member: Person;
let approver: Person;
let admin: Person;
let owner: Person;
let addRule: ApprovalScene['addRule'];

openApprovalScenes((opened, running) => {
  app = running;
  ({ story, member, approver, admin, owner, addRule } = opened);
});

async function ask(client: Client = member): Promise<string> {
  const { executeTool } = await client.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  return executeTool.run.approval.id;
}

const decided = async (client: Client, id: string, decision = 'APPROVE') =>
  (await client.get(DECIDE, { id, decision })).decideApproval.approval.status;

async function keyOf(maker: { viewer: Viewer }, permissions: string[], expiresAt?: Date) {
  const ctx = app.createContext(maker.viewer, newRequestId());
  const made = await createApiKey(ctx, { name: 'Made', permissions, expiresAt: expiresAt ?? null });
  const viewer = await app.authenticator.authenticate({ kind: 'bearer', token: made.secret });
  return { ...clientFor(app, viewer, made.secret), keyId: toNodeId('ApiKey', made.apiKey.id) };
}

describe('the vote of a key', () => {
  it('is told of as the key’s own, in the approval and in its receipt', async () => {
    await addRule({ needed: 2 });
    const id = await ask();
    const key = await keyOf(owner, DECIDING);
    await decided(key, id);
    await decided(approver, id);
    const said = [
      { by: 'key Made', byId: key.keyId, decision: 'APPROVE' },
      { by: approver.viewer.email, byId: nodeIdOf(approver), decision: 'APPROVE' },
    ];
    expect((await admin.get(VOTES, { id })).approval.votes).toEqual(said);
    const { verifyReceipt } = await admin.get(RECEIPT, { id });
    expect(verifyReceipt).toMatchObject({ valid: true, reason: null, content: { votes: said } });
  });

  it.each([
    ['was revoked', async (key: { keyId: string }) => void (await owner.get(REVOKE, { id: key.keyId }))],
    ['has run out', async () => app.clock.advance(61_000)],
  ])('counts no more when the key %s, and whoever is behind it can vote anew', async (_how, end) => {
    await addRule({ needed: 2 });
    const id = await ask();
    const key = await keyOf(owner, DECIDING, new Date(app.clock.now().getTime() + 60_000));
    expect(await decided(key, id)).toBe('PENDING');
    expect((await owner.get(MAY, { id })).approval.mayDecide).toBe(false);
    await end(key);
    expect((await owner.get(MAY, { id })).approval).toMatchObject({
      mayDecide: true,
      waitingFor: ['you', 'anybody else who may decide'],
    });
    expect(await decided(approver, id)).toBe('PENDING');
    expect((await owner.get(COUNTING, { id })).approval.votes).toEqual([{ counts: false }, { counts: true }]);
    expect(await decided(owner, id)).toBe('APPROVED');
    const { verifyReceipt } = await admin.get(RECEIPT, { id });
    expect(verifyReceipt.valid).toBe(true);
    expect(verifyReceipt.content.votes.map(({ byId }: { byId: string }) => byId)).toEqual([
      key.keyId,
      nodeIdOf(approver),
      nodeIdOf(owner),
    ]);
  });

  it('counts no more when the key has lost the right that its maker still has', async () => {
    await addRule({ needed: 2 });
    const id = await ask();
    const key = await keyOf(owner, DECIDING);
    await decided(key, id);
    await app.database.system.apiKey.update({
      where: { id: parseNodeIdOf('ApiKey', key.keyId)! },
      data: { permissions: ['tools.tenant.read'] },
    });
    expect(await decided(approver, id)).toBe('PENDING');
    expect(await decided(owner, id)).toBe('APPROVED');
  });
});

describe('whoever has agreed', () => {
  it.each(['in person', 'by a key'])('%s can refuse after all, and nothing else', async (how) => {
    await addRule({ needed: 2 });
    const id = await ask();
    await decided(how === 'by a key' ? await keyOf(admin, DECIDING) : admin, id);
    expect(await admin.code(DECIDE, { id })).toBe('ALREADY_DECIDED');
    expect(await decided(admin, id, 'DENY')).toBe('DENIED');
    expect((await admin.get(VOTES, { id })).approval.votes.map((vote: { decision: string }) => vote.decision)).toEqual([
      'APPROVE',
      'DENY',
    ]);
    expect((await admin.get(RECEIPT, { id })).verifyReceipt).toMatchObject({ valid: true, reason: null });
  });
});

describe('keys without a person behind them', () => {
  const MAKING = ['keys.tenant.create', 'tools.tenant.read', 'tools.tenant.execute', ...DECIDING];

  it('are one head with the keys they make, and those with theirs', async () => {
    await addRule({ needed: 2 });
    const id = await ask();
    const root = await story.key({ permissions: MAKING });
    const child = await keyOf(root, MAKING);
    const grandchild = await keyOf(child, DECIDING);
    expect(await decided(grandchild, id)).toBe('PENDING');
    for (const key of [root, child, await keyOf(root, DECIDING)])
      expect(await key.code(DECIDE, { id })).toBe('ALREADY_DECIDED');
    expect(await decided(await story.key({ permissions: DECIDING }), id)).toBe('APPROVED');
  });

  it.each(['the maker', 'the key it made', 'another key it made'])(
    'cannot approve what one of them asked, where a rule rules out self-approval: %s',
    async (who) => {
      await addRule({ selfApproval: false });
      const root = await story.key({ permissions: MAKING });
      const [asking, made] = [await keyOf(root, MAKING), await keyOf(root, DECIDING)];
      const [requester, decider] = {
        'the maker': [asking, root],
        'the key it made': [root, made],
        'another key it made': [asking, made],
      }[who]!;
      const id = await ask(requester);
      expect(await decider!.code(DECIDE, { id })).toBe('FORBIDDEN');
      expect(await decided(await story.key({ permissions: DECIDING }), id)).toBe('APPROVED');
    },
  );
});
