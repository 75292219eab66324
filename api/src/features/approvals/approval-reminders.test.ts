import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { parseNodeIdOf } from '#platform/ids.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const INBOX = '{ myInbox { edges { node { title approval { remindedAt status } } } } }';

let app: TestApp;
let upstream: Upstream;
let story: Story;
let member: Client;
let approver: Client;
let admin: Client;

beforeAll(async () => {
  upstream = await startUpstream();
  app = await createTestApp({ EGRESS_ALLOW: upstream.place }, { extraTools: RUNNING_TOOLS });
  await app.queue.start();
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});
beforeEach(async () => {
  upstream.seen.length = 0;
  story = await tellStory(app);
  [member, approver, admin] = await Promise.all([story.as('member'), story.as('approver'), story.as('admin')]);
  await admin.get('mutation($url: String) { setApprovalWebhook(input: { url: $url }) { webhook { url } } }', {
    url: upstream.url,
  });
});

async function ask(terms: object): Promise<string> {
  const rule = { name: 'Ask', verdict: 'ask', match: { tools: ['add'] }, ...terms };
  await admin.get(
    'mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) { rule { id } } }',
    { rule },
  );
  const { executeTool } = await member.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  return executeTool.run.approval.id;
}

/** What the worker does every minute. */
async function sweep(): Promise<void> {
  await app.queue.enqueue('approval.sweep', {}, { key: 'sweep of a test' });
  await done('approval.sweep');
}

async function done(job: string): Promise<void> {
  const left = async () => {
    const stats = (await app.queue.stats()).find(({ type }) => type === job)!;
    return stats.queued + stats.active;
  };
  await expect.poll(left, { timeout: 10_000, interval: 20 }).toBe(0);
}

const remindersSeen = () =>
  upstream.seen.filter(({ headers }) => headers['x-toolcrib-event'] === 'approval.reminded').length;
const remindersLogged = () =>
  app.database.system.sessionEvent.count({ where: { tenantId: story.tenant.id, type: 'approval.reminded' } });

it('a reminder is sent by itself when its time has come', async () => {
  await ask({ remindAfter: 1 });
  expect((await approver.get(INBOX)).myInbox.edges[0].node.approval.remindedAt).toBeNull();
  app.clock.advance(1_100);
  await expect.poll(remindersSeen, { timeout: 15_000 }).toBe(1);
});

it('a reminder whose job was lost is made up for, once, and marks the call in the inbox', async () => {
  const id = await ask({ remindAfter: 3_600 });
  await sweep();
  expect(await remindersLogged()).toBe(0);
  await approver.get(
    'mutation($id: ID!, $until: DateTime!) { snoozeApproval(input: { id: $id, until: $until }) { approval { id } } }',
    { id, until: new Date(app.clock.now().getTime() + 86_400_000).toISOString() },
  );
  expect((await approver.get(INBOX)).myInbox.edges).toEqual([]);
  const stream = await approver.follow('subscription { myInboxChanged { count } }');
  const told = stream.next!();
  app.clock.advance(3_601_000);
  await sweep();
  const payload = { tenantId: story.tenant.id, approvalId: parseNodeIdOf('Approval', id) };
  await app.queue.enqueue('approval.remind', payload, { key: 'the same once more' });
  await done('approval.remind');
  await sweep();
  expect(await told).toEqual({ myInboxChanged: { count: 1 } });
  await stream.end!();
  expect(await remindersLogged()).toBe(1);
  expect((await approver.get(INBOX)).myInbox.edges).toMatchObject([
    { node: { approval: { status: 'PENDING', remindedAt: expect.any(String) } } },
  ]);
  await expect.poll(remindersSeen, { timeout: 10_000 }).toBe(1);
});

it.each(['decided', 'expired'])('nobody is reminded of a call that was %s', async (how) => {
  const id = await ask({ remindAfter: 600, expiresAfter: 3_600 });
  if (how === 'decided')
    await approver.get(
      'mutation($id: ID!) { decideApproval(input: { id: $id, decision: DENY }) { approval { id } } }',
      {
        id,
      },
    );
  app.clock.advance(how === 'decided' ? 601_000 : 3_601_000);
  await sweep();
  expect(await remindersLogged()).toBe(0);
});
