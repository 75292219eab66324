import { createHash, createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toCanonicalJson } from '#platform/canonical.ts';
import { parseNodeId, toNodeId } from '#platform/ids.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let story: Story;
let agent: Client;
let approver: Awaited<ReturnType<Story['as']>>;

beforeAll(async () => {
  app = await createTestApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  agent = await story.key({ role: 'member', actsForAgent: true });
  approver = await story.as('approver');
});

async function ask(): Promise<string> {
  const { executeTool } = await agent.get(
    'mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { approval { id } } } }',
  );
  return executeTool.run.approval.id;
}

const DECIDE = 'mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }';
const approve = (client: Client, id: string, reason: string) =>
  client.get(DECIDE, { input: { id, decision: 'APPROVE', reason } });

async function decided(reason = 'Fine.'): Promise<string> {
  const id = await ask();
  await approve(approver, id, reason);
  return id;
}

const check = async (id: string) =>
  (
    await approver.get(
      'query($id: ID!) { verifyReceipt(approvalId: $id) { valid reason seq content previousHash hash signature } }',
      { id },
    )
  ).verifyReceipt;

const rowIdOf = (nodeId: string) => parseNodeId(nodeId)!.id;

describe('a receipt', () => {
  it.each(['approvals.team.read', 'approvals.team.decide', 'audit.tenant.read'])(
    'can be verified by a key with nothing but %s',
    async (permission) => {
      const id = await decided();
      const key = await story.key({ permissions: [permission] });
      const VERIFY = 'query($id: ID!) { receiptPublicKey verifyReceipt(approvalId: $id) { valid } }';
      expect(await key.get(VERIFY, { id })).toEqual({
        receiptPublicKey: expect.stringContaining('PUBLIC KEY'),
        verifyReceipt: { valid: true },
      });
    },
  );

  it('is as if it were not there for a key that may see no approval', async () => {
    const key = await story.key({ permissions: ['tools.tenant.read'] });
    const id = await decided();
    expect(await key.code('query($id: ID!) { verifyReceipt(approvalId: $id) { valid } }', { id })).toBe('NOT_FOUND');
  });

  it('names the call, the decider and the event by ids that the API knows', async () => {
    const id = await decided();
    const { content } = await check(id);
    const event = await app.database.system.sessionEvent.findFirstOrThrow({
      where: { tenantId: story.tenant.id, type: 'tool.approved' },
    });
    const { viewer } = await story.as('approver');
    expect(content).toMatchObject({
      tenantId: toNodeId('Tenant', story.tenant.id),
      approvalId: id,
      runId: toNodeId('ToolRun', event.runId!),
      decidedById: toNodeId('User', viewer.userId),
      event: { id: toNodeId('SessionEvent', event.id), seq: event.seq, type: 'tool.approved' },
    });
    expect(JSON.stringify(content)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('tells of every vote where several had to agree', async () => {
    const admin = await story.as('admin');
    await admin.get(
      'mutation { createApprovalRule(input: { rule: { name: "Two", match: { tools: ["danger"] }, verdict: "ask", needed: 2 } }) { rule { id } } }',
    );
    const id = await ask();
    await approve(approver, id, 'Once.');
    await approve(admin, id, 'Twice.');
    expect((await check(id)).content.votes).toMatchObject([
      { by: approver.viewer.email, decision: 'APPROVE', reason: 'Once.' },
      { by: admin.viewer.email, decision: 'APPROVE', reason: 'Twice.' },
    ]);
  });

  it('can be checked by somebody who has only the receipt and the public key', async () => {
    const first = await check(await decided());
    const { seq, content, previousHash, hash, signature } = await check(await decided());
    expect(previousHash).toBe(first.hash);
    const text = toCanonicalJson({ content, previousHash, seq });
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    const { receiptPublicKey } = await approver.get('query { receiptPublicKey }');
    const isOurs = (bytes: Buffer) =>
      verify(null, bytes, createPublicKey(receiptPublicKey), Buffer.from(signature, 'base64url'));
    expect(isOurs(Buffer.from(hash, 'hex'))).toBe(true);
    expect(isOurs(Buffer.from(first.hash, 'hex'))).toBe(false);
  });

  it('and the first secret of a tenant, which need the same key, do not wait for each other', async () => {
    const [admin, id] = [await story.as('admin'), await ask()];
    const SET = 'mutation { setSecret(input: { key: "token", value: "x", hosts: ["a.example"] }) { secret { key } } }';
    const other = await app.database.owner.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM audit_heads WHERE tenant_id = $1 FOR UPDATE', [story.tenant.id]);
    const deciding = approver.code(DECIDE, { input: { id, decision: 'APPROVE' } });
    await sleep(200);
    const setting = admin.code(SET);
    await sleep(200);
    await other.query('COMMIT');
    other.release();
    expect(await Promise.all([deciding, setting])).toEqual([undefined, undefined]);
    expect(await check(id)).toMatchObject({ valid: true, reason: null });
  });

  it('is signed with a key that no other tenant has', async () => {
    const keyOf = async (asker: Client) => (await asker.get('{ receiptPublicKey }')).receiptPublicKey;
    const own = await keyOf(approver);
    expect(await keyOf(await story.as('viewer'))).toBe(own);
    expect(await keyOf(await (await tellStory(app)).as('viewer'))).not.toBe(own);
  });
});

describe('checking a receipt notices', () => {
  it('that the approval tells another reason', async () => {
    const id = await decided();
    expect(await check(id)).toMatchObject({ valid: true, reason: null });
    await app.database.system.approval.update({ where: { id: rowIdOf(id) }, data: { reason: 'Never.' } });
    expect(await check(id)).toMatchObject({
      valid: false,
      reason: 'The approval tells otherwise: reason was changed since.',
    });
  });

  it('that the log was changed', async () => {
    const id = await decided();
    const { sessionId } = await app.database.system.approval.findUniqueOrThrow({ where: { id: rowIdOf(id) } });
    const { owner } = app.database;
    await owner.query('ALTER TABLE session_events DISABLE TRIGGER append_only');
    await owner.query("UPDATE session_events SET actor_label = 'else' WHERE session_id = $1 AND seq = 1", [sessionId]);
    await owner.query('ALTER TABLE session_events ENABLE TRIGGER append_only');
    expect(await check(id)).toMatchObject({
      valid: false,
      reason: 'The log that tells of this decision was changed.',
    });
  });

  it('that receipts were cut off behind it, and that one is missing', async () => {
    const first = await decided();
    const last = await decided();
    await app.database.system.receipt.deleteMany({ where: { approvalId: rowIdOf(last) } });
    expect(await check(first)).toMatchObject({
      valid: false,
      reason: 'Receipts were taken away: 2 were written, 1 are left.',
    });
    expect(await check(last)).toMatchObject({ valid: false, seq: null, reason: expect.stringContaining('taken away') });
  });
});
