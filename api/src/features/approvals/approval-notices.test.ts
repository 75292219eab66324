import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { operatorIn } from '#access/authenticate.ts';
import { webhookSigningKey } from '#features/secrets/webhook-signing-key.ts';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { newRequestId, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { deliverNotice, NOTICE_RETRIES } from './deliver-notice.ts';
import { notifyApproval } from './notify-approval.ts';

const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id approval { id } } } }`;
const DECIDE = 'mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }';
const SET = 'mutation($url: String) { setApprovalWebhook(input: { url: $url }) { webhook { url } } }';
const WEBHOOK = '{ approvalWebhook { url failed notices { eventId news status attempts problem } } }';
const CANARY = 'canary-of-the-arguments';

let app: TestApp;
let upstream: Upstream;
let story: Story;
let agent: Client;
let approver: Awaited<ReturnType<Story['as']>>;
let admin: Client;

beforeAll(async () => {
  upstream = await startUpstream();
  const settings = { EGRESS_ALLOW: upstream.place, PUBLIC_BASE_URL: 'https://crib.example.com' };
  app = await createTestApp(settings, { extraTools: RUNNING_TOOLS });
  await app.queue.start();
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});
beforeEach(async () => {
  upstream.seen.length = 0;
  upstream.state.answer = (_req, res) => res.end();
  story = await tellStory(app);
  [agent, approver, admin] = await Promise.all([
    story.key({ role: 'member', actsForAgent: true }),
    story.as('approver'),
    story.as('admin'),
  ]);
});

const hook = () => `/hooks/${story.tenant.slug}`;
/** What was sent for this test; retries of an earlier one may still arrive. */
const seen = () => upstream.seen.filter(({ url }) => url === hook());
const listen = (url: string | null = upstream.url + hook()) => admin.get(SET, { url });
const ask = async () =>
  (await agent.get(EXECUTE, { input: { slug: 'danger', input: { what: CANARY } } })).executeTool.run;
const decide = (id: string, decision: string, more = {}) => approver.get(DECIDE, { input: { id, decision, ...more } });
const typesSeen = () => seen().map(({ headers }) => headers['x-toolcrib-event']);
const arrived = (count: number) => expect.poll(() => seen().length, { timeout: 15_000, interval: 20 }).toBe(count);
const statusOf = ({ status }: { status: string }) => status;
const settled = (status: string) =>
  expect
    .poll(async () => (await admin.get(WEBHOOK)).approvalWebhook.notices.map(statusOf), {
      timeout: 15_000,
    })
    .toEqual([status]);

it('tells once of each thing that happens, signed, with ids and a link and not a word of the arguments', async () => {
  await listen();
  const run = await ask();
  await arrived(1);
  const [{ method, headers, body }] = seen() as [Upstream['seen'][0]];
  expect(method).toBe('POST');
  const news = JSON.parse(body);
  expect(news).toMatchObject({
    id: headers['x-toolcrib-event-id'],
    type: 'approval.opened',
    tenantId: toNodeId('Tenant', story.tenant.id),
    approvalId: run.approval.id,
    runId: run.id,
    tool: 'danger',
    status: 'PENDING',
    requestedBy: 'key Key of a test',
    url: `https://crib.example.com/t/${story.tenant.slug}/inbox/${run.approval.id}`,
  });
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature']))!;
  const key = await webhookSigningKey(app.createContext(operatorIn(story.tenant), newRequestId()));
  expect(createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')).toBe(signature);

  const userId = toNodeId('User', (await story.as('admin')).viewer.userId);
  await approver.get(
    'mutation($id: ID!, $userId: ID!) { reassignApproval(input: { id: $id, userId: $userId }) { approval { id } } }',
    { id: run.approval.id, userId },
  );
  await arrived(2);
  await decide(run.approval.id, 'DENY', { reason: `Not with ${CANARY}.` });
  await arrived(3);
  await sleep(300);
  expect(typesSeen()).toEqual(['approval.opened', 'approval.reassigned', 'approval.decided']);
  expect(JSON.parse(seen()[2]!.body)).toMatchObject({ status: 'DENIED', decidedBy: approver.viewer.email });
  expect(new Set(seen().map(({ headers: each }) => each['x-toolcrib-event-id'])).size).toBe(3);
  expect(JSON.stringify(seen())).not.toContain(CANARY);
  const rows = await app.database.system.approvalNotice.findMany({ where: { tenantId: story.tenant.id } });
  expect(JSON.stringify(rows)).not.toContain(CANARY);
});

it('tries again with the same id and body when the receiver fails', async () => {
  let answers = 0;
  upstream.state.answer = (_req, res) => {
    answers += 1;
    res.writeHead(answers === 1 ? 500 : 204).end();
  };
  await listen();
  await ask();
  await arrived(2);
  const [first, second] = seen();
  expect(second?.headers['x-toolcrib-event-id']).toBe(first?.headers['x-toolcrib-event-id']);
  expect(second?.body).toBe(first?.body);
  await settled('delivered');
  expect((await admin.get(WEBHOOK)).approvalWebhook.notices).toMatchObject([{ attempts: 2, problem: null }]);
});

it('is given up in the end, where those who set it can see', async () => {
  await listen();
  upstream.state.answer = (_req, res) => res.writeHead(503).end();
  await ask();
  await arrived(1);
  const { approvalNotice } = app.database.system;
  const notice = await approvalNotice.findFirstOrThrow({ where: { tenantId: story.tenant.id } });
  const house = app.createContext(operatorIn(story.tenant), newRequestId());
  const last = deliverNotice(house, notice.id, NOTICE_RETRIES + 1, AbortSignal.timeout(5_000));
  await expect(last).rejects.toThrow('127.0.0.1 answered 503 Service Unavailable.');
  expect((await admin.get(WEBHOOK)).approvalWebhook).toMatchObject({
    failed: 1,
    notices: [{ news: 'opened', status: 'failed', problem: '127.0.0.1 answered 503 Service Unavailable.' }],
  });
});

it('tells nothing of what was rolled back', async () => {
  await listen();
  const { approval } = await ask();
  await arrived(1);
  const id = parseNodeIdOf('Approval', approval.id)!;
  const ctx = app.createContext(operatorIn(story.tenant), newRequestId());
  const broken = ctx.transaction(async (inside) => {
    await notifyApproval(inside, 'expired', (await inside.db.approval.findFirst({ where: { id } }))!);
    throw new Error('The rest of it failed.');
  });
  await expect(broken).rejects.toThrow('The rest of it failed.');
  await ctx.transaction(async (inside) =>
    notifyApproval(inside, 'reminded', (await inside.db.approval.findFirst({ where: { id } }))!),
  );
  await arrived(2);
  await sleep(300);
  expect(typesSeen()).toEqual(['approval.opened', 'approval.reminded']);
});

it('sends nothing where nobody has set an address, and drops what nobody wants any more', async () => {
  await ask();
  expect(await app.database.system.approvalNotice.count({ where: { tenantId: story.tenant.id } })).toBe(0);
  upstream.state.answer = (_req, res) => res.writeHead(500).end();
  await listen();
  await ask();
  await arrived(1);
  await listen(null);
  await settled('dropped');
  expect(seen()).toHaveLength(1);
});

it.each([
  'http://10.0.0.1/hook',
  'http://localhost:9/hook',
  'http://[::1]/hook',
  'ftp://hooks.example.com',
  'https://user:pass@hooks.example.com/',
  'https://hooks.example.com/{{input.a}}',
  'nonsense',
])('refuses %s, and says so at the field', async (url) => {
  const { errors } = await admin.run(SET, { url });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['url'] }] });
});

it('a test says what the receiver answered, and does not follow it elsewhere', async () => {
  const TEST = 'mutation($url: String) { testApprovalWebhook(input: { url: $url }) { delivered message } }';
  const test = async (url?: string) => (await admin.get(TEST, { url })).testApprovalWebhook;
  expect(await test()).toMatchObject({ delivered: false });
  expect(await test(upstream.url + hook())).toEqual({ delivered: true, message: '127.0.0.1 took it.' });
  expect(JSON.parse(seen()[0]!.body)).toMatchObject({ type: 'test', approvalId: null });
  upstream.state.answer = (_req, res) => res.writeHead(307, { location: '/elsewhere' }).end();
  expect(await test(upstream.url + hook())).toMatchObject({ delivered: false });
  expect(seen()).toHaveLength(2);
});
