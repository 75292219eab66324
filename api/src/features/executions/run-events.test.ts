import { expect, it } from 'vitest';
import { type ApprovalScene, openApprovalScenes } from '../../../test/approval-scene.ts';

const CALL = `mutation($slug: String!, $input: JSON!, $sessionId: ID) {
  executeTool(input: { slug: $slug, input: $input, sessionId: $sessionId }) { run { id sessionId } } }`;
const EVENTS = 'query($id: ID!) { toolRun(id: $id) { events { seq type runId payload } } }';

let scene: ApprovalScene;
openApprovalScenes((opened) => {
  scene = opened;
});

const call = async (slug: string, input: object, sessionId?: string) =>
  (await scene.member.get(CALL, { slug, input, sessionId })).executeTool.run;

it('who may see an approval reads what happened in its run, and nothing else of the session', async () => {
  await scene.addRule({ match: { tools: ['private'] } });
  const before = await call('add', { a: 1 });
  const waiting = await call('private', { password: 'canary-1', note: 'hello' }, before.sessionId);
  const { toolRun } = await scene.approver.get(EVENTS, { id: waiting.id });
  expect(toolRun.events).toMatchObject([
    { type: 'tool.needs_approval', runId: waiting.id, payload: { input: { password: '••••', note: 'hello' } } },
  ]);
  expect((await scene.approver.get(EVENTS, { id: before.id })).toolRun).toBeNull();
  const following = 'subscription($id: ID!) { sessionEvents(sessionId: $id) { seq } }';
  const { refused } = await scene.approver.follow(following, { id: before.sessionId });
  expect(refused?.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});

it('whoever made a call reads its events in their order', async () => {
  const { id } = await call('add', { a: 1 });
  const { toolRun } = await scene.member.get(EVENTS, { id });
  expect(toolRun.events.map(({ type }: { type: string }) => type)).toEqual(['tool.started', 'tool.completed']);
});
