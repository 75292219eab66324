import { afterAll, beforeAll, expect, it } from 'vitest';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const ASK = 'mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { approval { id } } } }';
const SNOOZE = `mutation($id: ID!, $until: DateTime!) {
  snoozeApproval(input: { id: $id, until: $until }) { approval { id } } }`;
const COUNT = '{ myInbox { totalCount } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({}, { extraTools: RUNNING_TOOLS });
  await app.queue.start();
});
afterAll(() => app.close());

it('what was put off is back at its time, and those who follow their inbox hear of it', async () => {
  const story = await tellStory(app);
  const [agent, approver] = await Promise.all([
    story.key({ role: 'member', actsForAgent: true }),
    story.as('approver'),
  ]);
  const { executeTool } = await agent.get(ASK);
  expect((await approver.get(COUNT)).myInbox.totalCount).toBe(1);
  const stream = await approver.follow('subscription { myInboxChanged { __typename } }');
  const putOff = stream.next!();
  const until = new Date(Date.now() + 3_000);
  await approver.get(SNOOZE, { id: executeTool.run.approval.id, until: until.toISOString() });
  expect((await approver.get(COUNT)).myInbox.totalCount).toBe(0);
  await putOff;
  await stream.next!();
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  expect((await approver.get(COUNT)).myInbox.totalCount).toBe(1);
  await stream.end!();
}, 30_000);
