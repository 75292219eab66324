import { expect, it } from 'vitest';
import { actorOf } from '#access/viewer.ts';
import { newId, newRequestId, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, nodeIdOf, openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import type { Client } from '../../../test/client.ts';
import type { Story } from '../../../test/story.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { openApproval } from './open-approval.ts';

const PEOPLE = 'query($id: ID!) { approval(id: $id) { assigneeName waitingFor mayAnswer } }';
const DECIDE = `mutation($id: ID!, $decision: ApprovalDecision!) {
  decideApproval(input: { id: $id, decision: $decision }) { approval { status } } }`;

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

const ask = async (): Promise<{ id: string; sessionId: string; approval: { id: string } }> =>
  (
    await member.get(
      'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { id sessionId approval { id } } } }',
    )
  ).executeTool.run;
const runOf = async (client: Client) =>
  (await client.get('mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { sessionId } } }'))
    .executeTool.run;
const peopleOf = async (client: Client, id: string) => (await client.get(PEOPLE, { id })).approval;

it('a call says by name for whom it waits, also to the one who asked and may not list members', async () => {
  await addRule({ deciders: { users: [nodeIdOf(approver)], roles: ['admin'] } });
  const { approval } = await ask();
  expect(await peopleOf(member, approval.id)).toEqual({
    assigneeName: approver.viewer.name,
    waitingFor: [approver.viewer.name, 'anybody with the role Admin'],
    mayAnswer: true,
  });
  expect((await peopleOf(approver, approval.id)).mayAnswer).toBe(false);
});

it('a call names the manager whom a rule means, and nobody once it waits no more', async () => {
  const members = await app.database.system.membership.findMany({ where: { tenantId: story.tenant.id } });
  const placeOf = ({ viewer }: Person) => members.find(({ userId }) => userId === viewer.userId)!.id;
  await admin.get('mutation($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
    input: { id: toNodeId('Membership', placeOf(member)), managerId: toNodeId('Membership', placeOf(approver)) },
  });
  await addRule({ deciders: { manager: true } });
  const { approval } = await ask();
  expect((await peopleOf(member, approval.id)).waitingFor).toEqual([approver.viewer.name]);
  await approver.get(DECIDE, { id: approval.id, decision: 'DENY' });
  expect(await peopleOf(member, approval.id)).toMatchObject({ waitingFor: [], mayAnswer: false });
});

it('a call that is handed on takes its child session along: the next sees it, the former does not', async () => {
  const [former, next] = [approver, member];
  const REASSIGN =
    'mutation($id: ID!, $userId: ID!) { reassignApproval(input: { id: $id, userId: $userId }) { approval { id } } }';
  const SESSION = 'query($id: ID!) { session(id: $id) { id kind } }';
  await addRule({ deciders: { users: [nodeIdOf(former), nodeIdOf(next)] } });
  const { executeTool } = await admin.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  const task = await app.database.system.task.findFirstOrThrow({ where: { tenantId: story.tenant.id } });
  const session = { id: toNodeId('Session', task.sessionId!), kind: 'approval' };
  const seen = async () =>
    Promise.all([former, next, owner].map(async (person) => (await person.get(SESSION, session)).session));
  expect(await seen()).toEqual([session, null, session]);
  await former.get(REASSIGN, { id: executeTool.run.approval.id, userId: nodeIdOf(next) });
  expect(await seen()).toEqual([null, session, session]);
});

it('those who have agreed already are not waited for', async () => {
  await addRule({ needed: 2, deciders: { users: [nodeIdOf(approver), nodeIdOf(admin)] } });
  const { approval } = await ask();
  await approver.get(DECIDE, { id: approval.id, decision: 'APPROVE' });
  expect((await peopleOf(member, approval.id)).waitingFor).toEqual([admin.viewer.name]);
});

it.each([
  [true, 'OK'],
  [false, 'FORBIDDEN'],
])('with selfApproval %s, the person in whose session an agent asks gets %s', async (selfApproval, code) => {
  const { sessionId } = await runOf(member);
  const agent = await story.key({ role: 'member', actsForAgent: true });
  const ctx = app.createContext(agent.viewer, newRequestId());
  const tool = (await ctx.tools.of(story.tenant.id)).find('danger')!;
  const place = { runId: newId(), sessionId: parseNodeIdOf('Session', sessionId)!, from: { source: 'agent' } } as const;
  const terms = {
    why: 'A test.',
    ruleId: null,
    ruleRevision: null,
    deciders: { users: [], roles: [], manager: false },
    needed: 1,
    selfApproval,
    expiresAfter: null,
    remindAfter: null,
  };
  const input = { what: 'x' };
  const id = await ctx.transaction(async (inside) => {
    const { tenantId, actor } = { tenantId: story.tenant.id, actor: actorOf(agent.viewer) };
    const opened = await openApproval(inside, { tool, input, ...place, terms, preview: undefined });
    const { runId, from } = place;
    const asked = { type: 'tool.needs_approval', payload: { input }, toolSlug: tool.slug, runId } as const;
    await inside.events.append({ tenantId, sessionId: place.sessionId, actor, from, events: [asked] });
    return toNodeId('Approval', opened.id);
  });
  const expected = selfApproval ? member : owner;
  expect(await peopleOf(member, id)).toMatchObject({ assigneeName: expected.viewer.name });
  expect((await member.code(DECIDE, { id, decision: 'APPROVE' })) ?? 'OK').toBe(code);
});

/** Sessions that an agent's key opened, each from the one before; the first one from what the person did. */
async function openBelow(sessionId: string, agent: Awaited<ReturnType<Story['key']>>, depth: number): Promise<string> {
  const ctx = app.createContext(agent.viewer, newRequestId());
  let parentId = parseNodeIdOf('Session', sessionId)!;
  for (let step = 0; step < depth; step++) {
    const [tenantId, id, actor] = [story.tenant.id, newId(), actorOf(agent.viewer)];
    const opens = { kind: 'agent', title: 'Handed on', parentId };
    await ctx.events.append({
      tenantId,
      sessionId: id,
      opens,
      actor,
      events: [{ type: 'progress', payload: {} }],
    });
    parentId = id;
  }
  return toNodeId('Session', parentId);
}

it.each([
  [1, 'the person'],
  [16, 'the person'],
  [17, 'an owner'],
])('a call of an agent %i sessions below what a person began is put before %s', async (depth, whom) => {
  const { sessionId } = await runOf(member);
  const agent = await story.key({ role: 'member', actsForAgent: true });
  const below = await openBelow(sessionId, agent, depth);
  const { executeTool } = await agent.get(
    `mutation($id: ID!) {
      executeTool(input: { slug: "danger", sessionId: $id, input: { what: "x" } }) { run { approval { id } } } }`,
    { id: below },
  );
  const expected = whom === 'the person' ? member : owner;
  const { assigneeName } = await peopleOf(owner, executeTool.run.approval.id);
  expect(assigneeName).toBe(expected.viewer.name);
});

it('whoever asked cannot decide, also with every right to decide about the calls of others', async () => {
  await addRule({});
  const { executeTool } = await owner.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  const { id } = executeTool.run.approval;
  expect(await owner.code(DECIDE, { id, decision: 'APPROVE' })).toBe('FORBIDDEN');
  expect(await admin.code(DECIDE, { id, decision: 'APPROVE' })).toBeUndefined();
});

it('two admins hear of each other’s rules and of their order', async () => {
  const stream = await owner.follow('subscription { approvalRulesChanged { id } }');
  const first = stream.next!();
  const { createApprovalRule } = await addRule({});
  const { id } = createApprovalRule.rule;
  expect(await first).toEqual({ approvalRulesChanged: { id } });
  const second = stream.next!();
  await admin.get('mutation($ids: [ID!]!) { orderApprovalRules(input: { ids: $ids }) { rules { id } } }', {
    ids: [id],
  });
  expect(await second).toEqual({ approvalRulesChanged: { id: null } });
  await stream.end!();
});

it.each([
  ['approved', 'APPROVE', 'COMPLETED', 'RUNNING'],
  ['denied', 'DENY', 'COMPLETED', 'FAILED'],
  ['cancelled', null, 'CANCELLED', 'CANCELLED'],
])(
  'when a call is %s, its child session and its own stand where they should',
  async (_how, decision, child, parent) => {
    await addRule({});
    const run = await ask();
    const task = await app.database.system.task.findFirstOrThrow({ where: { tenantId: story.tenant.id } });
    const standing = async (id: string) =>
      (await owner.get('query($id: ID!) { session(id: $id) { status pauseReason } }', { id })).session;
    const parentOf = async (client: Client, id: string) =>
      (await client.get('query($id: ID!) { session(id: $id) { parent { id } } }', { id })).session?.parent;
    const childId = toNodeId('Session', task.sessionId!);
    expect(await standing(childId)).toEqual({ status: 'WAITING_HUMAN', pauseReason: null });
    expect(await standing(run.sessionId)).toEqual({ status: 'WAITING_TOOL', pauseReason: 'approval' });
    expect(await parentOf(owner, childId)).toEqual({ id: run.sessionId });
    expect(await parentOf(owner, run.sessionId)).toBeNull();
    const opened = await app.database.system.sessionEvent.findFirstOrThrow({
      where: { tenantId: story.tenant.id, type: 'session.waiting_human' },
    });
    expect(opened.payload).toMatchObject({ parentSessionId: run.sessionId, approvalId: run.approval.id });
    expect(parseNodeIdOf('Task', (opened.payload as { taskId: string }).taskId)).toBe(task.id);

    if (decision) await approver.get(DECIDE, { id: run.approval.id, decision });
    else await member.get('mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }', { id: run.id });
    expect((await standing(childId)).status).toBe(child);
    expect(await standing(run.sessionId)).toEqual({ status: parent, pauseReason: null });
  },
);
