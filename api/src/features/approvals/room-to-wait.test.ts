import { afterAll, beforeAll, expect, it } from 'vitest';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id status sessionId } } }`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LIMIT_SESSION_WAITING: '2' }, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());

it('a session puts only so many calls before people, goes on once one is out of the way, and keeps no other from asking', async () => {
  const agent = await (await tellStory(app)).key({ role: 'member', actsForAgent: true });
  const call = (sessionId?: string) =>
    agent.run(EXECUTE, { input: { slug: 'danger', input: { what: 'x' }, sessionId } });
  const { id, sessionId } = (await call()).data.executeTool.run;
  expect((await call(sessionId)).data.executeTool.run.status).toBe('WAITING');

  const { errors } = await call(sessionId);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('2 calls of this session wait'),
    extensions: { code: 'LIMIT_EXCEEDED', reason: 'TOO_MANY_WAITING' },
  });
  expect((await call()).data.executeTool.run.status).toBe('WAITING');
  await agent.get('mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }', { id });
  expect((await call(sessionId)).data.executeTool.run.status).toBe('WAITING');
});
