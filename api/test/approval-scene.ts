import { afterAll, beforeAll, beforeEach } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { RUNNING_TOOLS } from './running-tools.ts';
import { type Story, tellStory } from './story.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export type Person = Awaited<ReturnType<Story['as']>>;

const CREATE = 'mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) { rule { id } } }';

/** A tenant with everybody whom approvals concern. */
export async function openApprovalScene(app: TestApp) {
  const story = await tellStory(app);
  const [member, approver, admin, owner] = await Promise.all([
    story.as('member'),
    story.as('approver'),
    story.as('admin'),
    story.as('system_admin'),
  ]);
  /** Calls of `add` wait from now on. */
  const addRule = (rule: object) =>
    admin.get(CREATE, { rule: { name: 'Ask', verdict: 'ask', match: { tools: ['add'] }, ...rule } });
  return { story, member, approver, admin, owner, addRule };
}

export type ApprovalScene = Awaited<ReturnType<typeof openApprovalScene>>;

export const nodeIdOf = ({ viewer }: Person): string => toNodeId('User', viewer.userId);

/** An app for the tests of a file, with tools that behave as tools do; each test begins in a tenant of its own. */
export function openApprovalScenes(begin: (scene: ApprovalScene, app: TestApp) => void | Promise<void>): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({}, { extraTools: RUNNING_TOOLS });
  });
  afterAll(() => app.close());
  beforeEach(async () => begin(await openApprovalScene(app), app));
}
