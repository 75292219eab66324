import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { toNodeId } from '#platform/ids.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const ASK = `mutation($id: ID!, $text: String!) { askRequester(input: { id: $id, text: $text }) {
  approval { revision } } }`;
const ANSWER = 'mutation($id: ID!) { answerApprover(input: { id: $id, text: "Rent." }) { approval { revision } } }';
const INBOX = '{ myInbox { edges { node { kind title isAssigned approval { id mayDecide mayAnswer } } } } }';

let app: TestApp;
let upstream: Upstream;
let story: Story;
let member: Client;
let approver: Client;
beforeAll(async () => {
  upstream = await startUpstream();
  app = await createTestApp({ EGRESS_ALLOW: upstream.place }, { extraTools: RUNNING_TOOLS });
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});
beforeEach(async () => {
  story = await tellStory(app);
  [member, approver] = await Promise.all([story.as('member'), story.as('approver')]);
  const admin = await story.as('admin');
  await admin.get('mutation($url: String) { setApprovalWebhook(input: { url: $url }) { webhook { url } } }', {
    url: upstream.url,
  });
  const rule = { name: 'Ask', match: { tools: ['danger'] }, verdict: 'ask' };
  await admin.get(
    'mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) { rule { id } } }',
    { rule },
  );
});

const call = async (client = member): Promise<string> => {
  const query = 'mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { approval { id } } } }';
  return (await client.get(query)).executeTool.run.approval.id;
};
const inboxOf = async (client: Client) =>
  (await client.get(INBOX)).myInbox.edges.map(({ node }: { node: object }) => node);
const ask = (id: string, text = 'What for?') => approver.get(ASK, { id, text });

it('waits in the inbox of whoever asked for the call until they answer, and everybody outside hears of both', async () => {
  const id = await call();
  expect(await inboxOf(member)).toEqual([]);
  expect((await ask(id)).askRequester.approval.revision).toBe(2);
  await ask(id, 'And for whom?');
  expect(await inboxOf(member)).toEqual([
    {
      kind: 'question',
      title: 'Answer a question about Danger',
      isAssigned: true,
      approval: { id, mayDecide: false, mayAnswer: true },
    },
  ]);
  expect(await inboxOf(approver)).toMatchObject([{ kind: 'approval' }]);
  expect((await member.get(ANSWER, { id })).answerApprover.approval.revision).toBe(4);
  expect(await inboxOf(member)).toEqual([]);
  const notices = await app.database.system.approvalNotice.findMany({
    where: { tenantId: story.tenant.id },
    orderBy: { id: 'asc' },
  });
  expect(notices.map(({ news }) => news)).toEqual(['opened', 'asked', 'asked', 'answered']);
  expect(notices.map(({ approvalId }) => toNodeId('Approval', approvalId!))).toEqual([id, id, id, id]);
});

it.each(['decided', 'taken back'])('waits no more once the call is %s', async (how) => {
  const id = await call();
  await ask(id);
  const { approval } = await member.get('query($id: ID!) { approval(id: $id) { run { id } } }', { id });
  if (how === 'decided') {
    const input = { id, decision: 'DENY', reason: 'No.' };
    await approver.get('mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { run { id } } }', {
      input,
    });
  } else {
    await member.get('mutation($id: ID!) { cancelToolRun(input: { id: $id }) { run { id } } }', approval.run);
  }
  expect(await inboxOf(member)).toEqual([]);
  expect(await app.database.system.task.count({ where: { tenantId: story.tenant.id, status: 'open' } })).toBe(0);
});

it('reaches a key that acts for an agent, which can answer and still not decide', async () => {
  const agent = await story.key({ role: 'member', actsForAgent: true });
  const id = await call(agent);
  expect(await inboxOf(agent)).toEqual([]);
  await ask(id);
  expect(await inboxOf(agent)).toMatchObject([
    { kind: 'question', approval: { id, mayDecide: false, mayAnswer: true } },
  ]);
  await agent.get(ANSWER, { id });
  expect(await inboxOf(agent)).toEqual([]);
});
