import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const FOLLOW = `subscription($filter: ToolEventFilter, $after: String) {
  toolEvents(filter: $filter, after: $after) { type toolSlug source actor test cursor runId } }`;
const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id sessionId } error { code } } }`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());

const execute = async (client: Client, slug: string, input: object, more: object = {}) =>
  (await client.get(EXECUTE, { input: { slug, input, ...more } })).executeTool.run;

async function follow(client: Client, variables: Record<string, unknown> = {}, query = FOLLOW) {
  const stream = await client.follow(query, variables);
  if (!stream.next) throw new Error(JSON.stringify(stream.refused));
  return stream;
}

/** What a reader hears, up to the last thing they will hear. */
async function hear(client: Client, filter: object | null, cause: () => Promise<unknown>, count: number) {
  const stream = await follow(client, { filter });
  // Asked for before anything happens, so that it begins there.
  const first = stream.next();
  await cause();
  const heard = [(await first).toolEvents];
  while (heard.length < count) heard.push((await stream.next()).toolEvents);
  const more = stream.next();
  await stream.end();
  expect(await more).toBeUndefined();
  return heard.map(({ type, toolSlug }) => `${type} ${toolSlug}`);
}

async function openScene() {
  const story = await tellStory(app);
  const [member, key] = [await story.as('member'), await story.key({ role: 'member' })];
  const all = async () => {
    await execute(member, 'add', { a: 1 });
    await execute(key, 'fail', { how: 'throw' });
    await execute(key, 'add', { a: 1 }, { test: true });
  };
  return { story, member, key, all };
}

const ADDED = ['tool.started add', 'tool.completed add'];
const FAILED = ['tool.started fail', 'tool.failed fail'];

describe('the events of a tenant', () => {
  it('are all there for those with the right, but for trials, in one order', async () => {
    const { story, all } = await openScene();
    expect(await hear(await story.as('viewer'), null, all, 4)).toEqual([...ADDED, ...FAILED]);
  });

  it('are for everybody else only their own', async () => {
    const { member, key, all } = await openScene();
    expect(await hear(member, null, all, 2)).toEqual(ADDED);
    expect(await hear(key, null, all, 2)).toEqual(FAILED);
  });

  it("are also those that others add to a call of one's own: the decision about it", async () => {
    const story = await tellStory(app);
    const [agent, approver] = [await story.key({ role: 'member', actsForAgent: true }), await story.as('approver')];
    const decide = `mutation($id: ID!) { decideApproval(input: { id: $id, decision: DENY, reason: "No." }) { run { id } } }`;
    const ask = `mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { approval { id } } } }`;
    const cause = async () => {
      const { executeTool } = await agent.get(ask);
      await approver.get(decide, { id: executeTool.run.approval.id });
    };
    const expected = ['tool.needs_approval danger', 'user.tool_confirmation null', 'tool.denied danger'];
    expect(await hear(agent, null, cause, 3)).toEqual(expected);
  });

  type Narrowed = [name: string, filter: (story: Story) => Promise<object>, expected: string[]];
  it.each<Narrowed>([
    ['tool', async () => ({ toolSlug: 'fail' }), FAILED],
    ['source', async () => ({ source: 'api' }), FAILED],
    ['source, however it is written', async () => ({ source: 'WEB' }), ADDED],
    ['type', async () => ({ types: ['tool.failed', 'tool.completed'] }), ['tool.completed add', 'tool.failed fail']],
    ['person', async (story) => ({ userId: toNodeId('User', (await story.as('member')).viewer.userId) }), ADDED],
    ['trial too', async () => ({ includeTests: true, source: 'api' }), [...FAILED, ...ADDED]],
    ['several at once', async () => ({ toolSlug: 'add', types: ['tool.started'] }), ['tool.started add']],
  ])('can be narrowed by %s', async (_name, filter, expected) => {
    const { story, all } = await openScene();
    const viewer = await story.as('viewer');
    expect(await hear(viewer, await filter(story), all, expected.length)).toEqual(expected);
  });

  it('go on behind a cursor, also one of an event that is filtered out', async () => {
    const { story, all } = await openScene();
    const viewer = await story.as('viewer');
    const before = await follow(viewer);
    const first = before.next();
    await all();
    const { cursor } = (await first).toolEvents;
    await before.end();
    const behind = await follow(viewer, { after: cursor, filter: { toolSlug: 'fail' } });
    expect((await behind.next()).toolEvents).toMatchObject({ type: 'tool.started', toolSlug: 'fail' });
    expect((await behind.next()).toolEvents).toMatchObject({ type: 'tool.failed', toolSlug: 'fail' });
    await behind.end();
  });

  it('of other tenants are never told', async () => {
    const [mine, other] = [await openScene(), await openScene()];
    const cause = async () => {
      await other.all();
      await execute(mine.member, 'add', { a: 1 });
    };
    expect(await hear(await mine.story.as('system_admin'), null, cause, 2)).toEqual(ADDED);
  });
});

describe('who may not follow', () => {
  const codeOf = async (client: Client, query: string, variables: Record<string, unknown>) => {
    const stream = await client.follow(query, variables);
    if (stream.next) await stream.end();
    return stream.refused?.errors?.[0]?.extensions.code;
  };

  it('is refused before the first event', async () => {
    const { story } = await openScene();
    expect(await codeOf(await story.as('feedback_reviewer'), FOLLOW, {})).toBe('FORBIDDEN');
    expect(await codeOf(clientFor(app), FOLLOW, {})).toBe('UNAUTHENTICATED');
  });

  it.each([
    ['sessionEvents', 'subscription($id: ID!) { sessionEvents(sessionId: $id) { seq } }', 'Session'],
    ['toolRunChanged', 'subscription($id: ID!) { toolRunChanged(id: $id) { status } }', 'ToolRun'],
  ])('%s: what is of others, or of nobody, is not there', async (_name, query, type) => {
    const { member, key, story } = await openScene();
    const run = await execute(member, 'add', { a: 1 });
    const id = type === 'Session' ? run.sessionId : run.id;
    const stranger = (await openScene()).story;
    expect(await codeOf(member, query, { id })).toBeUndefined();
    expect(await codeOf(await story.as('viewer'), query, { id })).toBeUndefined();
    expect(await codeOf(key, query, { id })).toBe('NOT_FOUND');
    expect(await codeOf(await stranger.as('system_admin'), query, { id })).toBe('NOT_FOUND');
    expect(await codeOf(member, query, { id: toNodeId(type, newId()) })).toBe('NOT_FOUND');
    expect(await codeOf(member, query, { id: 'rubbish' })).toBe('NOT_FOUND');
    expect(await codeOf(await story.as('feedback_reviewer'), query, { id })).toBe('FORBIDDEN');
  });

  it('with a type that never happens is told so at its place, instead of waiting for it', async () => {
    const { member } = await openScene();
    const { refused } = await member.follow(FOLLOW, { filter: { types: ['tool.started', 'tool.finished'] } });
    expect(refused?.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [
        { path: ['filter', 'types', '1'], message: expect.stringContaining('An event type is one of tool.queued') },
      ],
    });
  });

  it.each([
    ['made up', 'rubbish'],
    ['empty of meaning', Buffer.from('event:5').toString('base64url')],
    ['empty', ''],
  ])('with a cursor that is %s is told so, instead of missing what was before', async (_name, after) => {
    const { member } = await openScene();
    const { refused } = await member.follow(FOLLOW, { after });
    expect(refused?.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['after'] }] });
  });

  it.each([
    ['made up', 'rubbish'],
    ['empty', ''],
    ['of something else', toNodeId('Tenant', newId())],
  ])('of a person whose id is %s is told so at its place, instead of waiting for them', async (_name, userId) => {
    const { member } = await openScene();
    const { refused } = await member.follow(FOLLOW, { filter: { userId } });
    const fields = [{ path: ['filter', 'userId'], message: expect.stringContaining('no id of a person') }];
    expect(refused?.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });

  it('may have left: whoever could be a person can be waited for', async () => {
    const { member } = await openScene();
    expect(await codeOf(member, FOLLOW, { filter: { userId: toNodeId('User', newId()) } })).toBeUndefined();
  });

  it('with a cursor of another tenant, or of another list, is told so', async () => {
    const [{ member }, other] = [await openScene(), await openScene()];
    const stream = await follow(other.member);
    const first = stream.next();
    await execute(other.member, 'add', { a: 1 });
    const { cursor } = (await first).toolEvents;
    await stream.end();
    expect(await codeOf(member, FOLLOW, { after: cursor })).toBe('BAD_USER_INPUT');
    await execute(member, 'add', { a: 1 });
    const { toolRuns } = await member.get('{ toolRuns { edges { cursor } } }');
    expect(await codeOf(member, FOLLOW, { after: toolRuns.edges[0].cursor })).toBe('BAD_USER_INPUT');
  });
});
