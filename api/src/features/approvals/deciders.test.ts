import { describe, expect, it } from 'vitest';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { newRequestId, toNodeId } from '#platform/ids.ts';
import { type ApprovalScene, nodeIdOf, openApprovalScenes, type Person } from '../../../test/approval-scene.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import type { Story } from '../../../test/story.ts';
import type { TestApp } from '../../../test/test-app.ts';

const DECIDE = `mutation($id: ID!, $decision: ApprovalDecision! = APPROVE) {
  decideApproval(input: { id: $id, decision: $decision }) { approval { status } } }`;
const SEE = 'query($id: ID!) { approval(id: $id) { id mayDecide whyNot assigneeName } node(id: $id) { id } }';
const INBOX = 'query { myInbox(first: 20) { totalCount edges { node { approval { id mayDecide } } } } }';
const REASSIGN = `mutation($id: ID!, $userId: ID!) {
  reassignApproval(input: { id: $id, userId: $userId }) { approval { assigneeName } } }`;
const SNOOZE = `mutation($id: ID!, $until: DateTime!) {
  snoozeApproval(input: { id: $id, until: $until }) { approval { id } } }`;

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

const placeOf = ({ viewer }: Person) => toNodeId('Membership', viewer.membershipId!);
async function ask(client: Client = member): Promise<string> {
  const { executeTool } = await client.get(
    'mutation { executeTool(input: { slug: "add", input: { a: 1 } }) { run { approval { id } } } }',
  );
  return executeTool.run.approval.id;
}
const put = (person: Person, change: object) =>
  owner.get('mutation($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
    input: { id: placeOf(person), ...change },
  });
const inboxOf = async (client: Client): Promise<string[]> => {
  const { myInbox } = await client.get(INBOX);
  expect(myInbox.totalCount).toBe(myInbox.edges.length);
  return myInbox.edges.map(({ node }: { node: { approval: { id: string } } }) => node.approval.id);
};
const decided = async (client: Client, id: string) => (await client.get(DECIDE, { id })).decideApproval.approval.status;

async function keyOf(person: Person, permissions: string[]) {
  const ctx = app.createContext(person.viewer, newRequestId());
  const { secret } = await createApiKey(ctx, { name: 'Key of a person', permissions });
  return clientFor(app, await app.authenticator.authenticate({ kind: 'bearer', token: secret }), secret);
}

describe('a key with nothing but the right to decide', () => {
  it('finds, reads and decides what waits', async () => {
    await addRule({});
    const id = await ask();
    const key = await story.key({ permissions: ['approvals.team.decide'] });
    expect(await inboxOf(key)).toEqual([id]);
    expect((await key.get('query { approvals { edges { node { id } } } }')).approvals.edges).toEqual([
      { node: { id } },
    ]);
    expect(await key.get(SEE, { id })).toMatchObject({ approval: { mayDecide: true }, node: { id } });
    const news = await key.follow('subscription { approvalsChanged { id } }');
    const next = news.next!();
    expect(await decided(key, id)).toBe('APPROVED');
    expect(await next).toEqual({ approvalsChanged: { id } });
    await news.end!();
  });
});

describe('whom a rule names', () => {
  const cases: [string, string, (person: Person) => object][] = [
    ['in person', 'viewer', (person) => ({ users: [nodeIdOf(person)] })],
    ['in person, without the right to read tools', 'feedback_reviewer', (person) => ({ users: [nodeIdOf(person)] })],
    ['by their role', 'feedback_reviewer', () => ({ roles: ['feedback_reviewer'] })],
  ];
  it.each(cases)('%s, sees it and decides, though it was put before another', async (_how, role, deciders) => {
    const person = await story.as(role);
    const { users = [], roles = [] } = deciders(person) as { users?: string[]; roles?: string[] };
    await addRule({ deciders: { users: [nodeIdOf(admin), ...users], roles } });
    const id = await ask();
    expect(await inboxOf(person)).toEqual([id]);
    expect((await person.get(SEE, { id })).approval).toMatchObject({
      mayDecide: true,
      assigneeName: admin.viewer.name,
    });
    expect(await decided(person, id)).toBe('APPROVED');
  });

  it('as manager, sees it and decides, also when they became it only now', async () => {
    const boss = await story.as('feedback_reviewer');
    await addRule({ deciders: { manager: true, users: [nodeIdOf(admin)] } });
    const id = await ask();
    expect((await boss.get(SEE, { id })).approval).toBeNull();
    await put(member, { managerId: placeOf(boss) });
    expect(await inboxOf(boss)).toEqual([id]);
    expect(await decided(boss, id)).toBe('APPROVED');
  });

  it('leaves others out, whatever right they have', async () => {
    await addRule({ deciders: { users: [nodeIdOf(admin)] } });
    const id = await ask();
    expect(await inboxOf(approver)).toEqual([]);
    expect(await approver.code(DECIDE, { id })).toBe('FORBIDDEN');
  });
});

describe('four eyes', () => {
  it('are a person and the key they made, unless a rule rules out self-approval', async () => {
    const key = await keyOf(owner, ['approvals.team.decide']);
    await addRule({});
    expect(await decided(key, await ask(owner))).toBe('APPROVED');
  });

  it('are not one person and the key they made, where a rule rules out self-approval', async () => {
    await addRule({ selfApproval: false });
    const id = await ask(owner);
    const key = await keyOf(owner, ['approvals.team.decide']);
    expect(await key.code(DECIDE, { id })).toBe('FORBIDDEN');
    expect(await inboxOf(key)).toEqual([]);
  });

  it.each(['the person', 'the key'])('count a person and their key once, when %s comes first', async (first) => {
    await addRule({ needed: 2 });
    const id = await ask();
    const key = await keyOf(admin, ['approvals.team.decide']);
    const [one, other] = first === 'the key' ? [key, admin] : [admin, key];
    expect(await decided(one, id)).toBe('PENDING');
    expect(await other.code(DECIDE, { id })).toBe('ALREADY_DECIDED');
    expect(await decided(approver, id)).toBe('APPROVED');
  });

  it('of somebody who has lost the right since do not count', async () => {
    await addRule({ needed: 2 });
    const id = await ask();
    expect(await decided(approver, id)).toBe('PENDING');
    await put(approver, { role: 'viewer' });
    expect(await decided(admin, id)).toBe('PENDING');
    expect(await decided(owner, id)).toBe('APPROVED');
  });

  it('are refused to those who lost the right after they were let in', async () => {
    await addRule({});
    const ids = [await ask(), await ask()];
    const key = await keyOf(admin, ['approvals.team.decide']);
    await put(approver, { role: 'viewer' });
    await app.database.system.apiKey.updateMany({
      where: { tenantId: story.tenant.id },
      data: { revokedAt: app.clock.now() },
    });
    for (const client of [approver, key]) {
      expect(await client.code(DECIDE, { id: ids[0] })).toBe('FORBIDDEN');
      const all =
        'mutation($ids: [ID!]!) { decideApprovals(input: { ids: $ids, decision: DENY }) { results { code } } }';
      const { decideApprovals } = await client.get(all, { ids });
      expect(decideApprovals.results).toEqual([{ code: 'FORBIDDEN' }, { code: 'FORBIDDEN' }]);
    }
  });

  it('are refused to whoever made the key that asked, where a rule wants somebody else', async () => {
    await addRule({ selfApproval: false });
    const id = await ask(await keyOf(admin, ['tools.tenant.read', 'tools.tenant.execute']));
    expect(await admin.code(DECIDE, { id })).toBe('FORBIDDEN');
    expect(await decided(owner, id)).toBe('APPROVED');
  });

  it('are not looked for in whoever made the key that asked, where a rule names them but wants somebody else', async () => {
    await addRule({ selfApproval: false, needed: 2, deciders: { users: [nodeIdOf(admin), nodeIdOf(approver)] } });
    const id = await ask(await keyOf(admin, ['tools.tenant.read', 'tools.tenant.execute']));
    expect((await owner.get(SEE, { id })).approval.assigneeName).toBe(approver.viewer.name);
    expect(await inboxOf(admin)).toEqual([]);
    expect(await decided(approver, id)).toBe('PENDING');
    expect(await decided(owner, id)).toBe('APPROVED');
  });

  it('of a key count as its own where a rule does not want somebody else, and it is told so', async () => {
    await addRule({ selfApproval: true });
    const id = await ask(owner);
    const key = await keyOf(owner, ['approvals.team.decide']);
    expect((await key.get('query($id: ID!) { approval(id: $id) { mayDecide whyNot } }', { id })).approval).toEqual({
      mayDecide: true,
      whyNot: null,
    });
    expect(await decided(key, id)).toBe('APPROVED');
  });

  it('do not become those of somebody the rule does not mean, by handing the call on', async () => {
    await addRule({ needed: 2, deciders: { roles: ['approver', 'admin'] } });
    const id = await ask();
    const viewer = await story.as('viewer');
    await decided(approver, id);
    const refused = await approver.run(REASSIGN, { id, userId: nodeIdOf(viewer) });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['userId'] }] });
    expect(await viewer.code(DECIDE, { id })).toBe('FORBIDDEN');
    const handed = await approver.get(REASSIGN, { id, userId: nodeIdOf(admin) });
    expect(handed.reassignApproval.approval.assigneeName).toBe(admin.viewer.name);
    expect(await decided(admin, id)).toBe('APPROVED');
  });

  it('are not those of a key that was not given the right of the person who made it', async () => {
    await addRule({ deciders: { users: [nodeIdOf(admin)] } });
    const id = await ask();
    const key = await keyOf(admin, ['tools.tenant.read', 'approvals.team.read']);
    expect(await key.code(DECIDE, { id })).toBe('FORBIDDEN');
  });
});

describe('whom a call can be handed to', () => {
  const OFFERED =
    'query($id: ID!, $search: String) { approval(id: $id) { eligibleDeciders(search: $search) { userId name } } }';
  const offered = async (client: Client, id: string, search?: string) =>
    (await client.get(OFFERED, { id, search })).approval.eligibleDeciders
      .map(({ name }: { name: string }) => name)
      .sort();

  it('is told to those who decide, also without the right to list members', async () => {
    await addRule({ needed: 2, deciders: { roles: ['approver'], users: [nodeIdOf(admin), nodeIdOf(owner)] } });
    const id = await ask();
    const names = [admin, approver, owner].map(({ viewer }) => viewer.name);
    expect(await offered(approver, id)).toEqual(names.sort());
    expect(await offered(approver, id, 'ADMIN@')).toEqual([admin.viewer.name, owner.viewer.name].sort());
    await decided(admin, id);
    expect(await offered(approver, id)).toEqual([approver.viewer.name, owner.viewer.name].sort());
    expect(await offered(member, id)).toEqual([]);
  });

  it('is any member but the requester where no rule names somebody', async () => {
    await addRule({});
    const id = await ask();
    expect(await offered(approver, id)).toEqual([admin, approver, owner].map(({ viewer }) => viewer.name).sort());
  });
});

describe('a call without a rule that names somebody', () => {
  it('can be handed to anybody, who decides then', async () => {
    await addRule({});
    const id = await ask();
    const viewer = await story.as('viewer');
    await approver.get(REASSIGN, { id, userId: nodeIdOf(viewer) });
    expect(await inboxOf(viewer)).toEqual([id]);
    expect(await decided(viewer, id)).toBe('APPROVED');
  });
});

describe('snoozing', () => {
  const later = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString();

  it('hides a call from oneself alone, until then', async () => {
    await addRule({});
    const id = await ask();
    await approver.get(SNOOZE, { id, until: later() });
    expect([await inboxOf(approver), await inboxOf(admin)]).toEqual([[], [id]]);
    app.clock.advance(3_601_000);
    expect(await inboxOf(approver)).toEqual([id]);
  });

  it('is for those who decide', async () => {
    await addRule({});
    const id = await ask();
    const viewer = await story.as('viewer');
    expect(await viewer.code(SNOOZE, { id, until: later() })).toBe('FORBIDDEN');
    expect(await member.code(SNOOZE, { id, until: later() })).toBe('FORBIDDEN');
  });

  it('says that the call was decided, when it was', async () => {
    await addRule({});
    const id = await ask();
    await decided(admin, id);
    expect(await approver.code(SNOOZE, { id, until: later() })).toBe('ALREADY_DECIDED');
  });
});

describe('a call for which nobody is left whom its rule names', () => {
  const leave = (person: Person) =>
    app.database.system.membership.delete({ where: { id: person.viewer.membershipId! } });

  it.each([
    [
      'a role that nobody holds any more',
      async () => ({ roles: ['feedback_reviewer'], leaves: await story.as('feedback_reviewer') }),
    ],
    ['the manager of somebody who has none', async () => ({ manager: true })],
    [
      'a person who left',
      async () => {
        const gone = await story.as('viewer');
        return { users: [nodeIdOf(gone)], leaves: gone };
      },
    ],
  ])('because it is %s, falls to those with the right', async (_why, who) => {
    const { leaves, ...deciders } = (await who()) as { leaves?: Person };
    await addRule({ deciders });
    const early = await ask();
    if (leaves) await leave(leaves);
    const id = await ask();
    expect((await member.get(SEE, { id })).approval.assigneeName).toBe(owner.viewer.name);
    expect(await inboxOf(approver)).toEqual([early, id]);
    expect((await approver.get(SEE, { id: early })).approval).toMatchObject({ mayDecide: true, whyNot: null });
    expect([await decided(approver, early), await decided(owner, id)]).toEqual(['APPROVED', 'APPROVED']);
  });

  it('because the one who could asks himself, falls to the others with the right', async () => {
    await addRule({ deciders: { roles: ['approver'] } });
    const id = await ask(approver);
    expect(await approver.code(DECIDE, { id })).toBe('FORBIDDEN');
    expect(await inboxOf(admin)).toEqual([id]);
    expect(await decided(admin, id)).toBe('APPROVED');
  });
});

describe('the run of a call', () => {
  const RUN = 'query($id: ID!) { approval(id: $id) { run { id } } }';
  const READ = 'query($id: ID!) { toolRun(id: $id) { status input } node(id: $id) { id } }';

  it('is there to read for those who decide about it, and for no other member', async () => {
    await addRule({ deciders: { users: [nodeIdOf(admin)], roles: ['approver'] } });
    const id = await ask(owner);
    const runId = (await approver.get(RUN, { id })).approval.run.id;
    expect(await approver.get(READ, { id: runId })).toEqual({
      toolRun: { status: 'WAITING', input: { a: 1 } },
      node: { id: runId },
    });
    expect(await member.get(READ, { id: runId })).toEqual({ toolRun: null, node: null });
  });
});

describe('for whom a call waits', () => {
  const waitingFor = async (client: Client, id: string) =>
    (await client.get('query($id: ID!) { approval(id: $id) { waitingFor } }', { id })).approval.waitingFor;

  it('is told to those who decide as their own matter, before it names others', async () => {
    await addRule({ needed: 2 });
    const id = await ask();
    const others = [owner.viewer.name, 'anybody else who may decide'];
    expect(await waitingFor(approver, id)).toEqual(['you', ...others]);
    expect(await waitingFor(owner, id)).toEqual(['you', 'anybody else who may decide']);
    expect(await waitingFor(member, id)).toEqual(others);
    await decided(approver, id);
    expect(await waitingFor(approver, id)).toEqual(others);
  });

  it('is the one whom the rule names, and nobody else', async () => {
    await addRule({ deciders: { users: [nodeIdOf(admin)] } });
    const id = await ask();
    expect([await waitingFor(admin, id), await waitingFor(approver, id)]).toEqual([['you'], [admin.viewer.name]]);
  });
});

describe('the inbox', () => {
  it('holds what waits on the caller: neither what they asked for, nor what others decide, nor what they agreed to', async () => {
    await addRule({ match: { tools: ['add'], roles: ['admin'] }, deciders: { users: [nodeIdOf(owner)] } });
    await addRule({ needed: 2 });
    const [own, others, both] = [await ask(approver), await ask(admin), await ask()];
    expect(await inboxOf(approver)).toEqual([both]);
    expect(await inboxOf(owner)).toEqual([own, others, both]);
    const stream = await approver.follow('subscription { myInboxChanged { count } }');
    const told = stream.next!();
    await decided(approver, both);
    expect(await told).toEqual({ myInboxChanged: { count: 0 } });
    await stream.end!();
    expect(await inboxOf(approver)).toEqual([]);
    expect((await approver.get(SEE, { id: both })).approval).toMatchObject({ mayDecide: false, whyNot: null });
  });
});
