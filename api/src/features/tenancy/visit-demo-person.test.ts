import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseCredential } from '#access/credential.ts';
import { newRequestId } from '#platform/ids.ts';
import { clientFor } from '../../../test/client.ts';
import { createMaker } from '../../../test/fill-tenant.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { visitDemoPerson } from './visit-demo-person.ts';

const VISIT = `mutation($email: String!) { visitDemoPerson(input: { email: $email }) {
  token expiresAt person { userId name email role } } }`;
const HOUR_MS = 3_600_000;

let app: TestApp;
let story: Story;
let email: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  email = await createMaker(app, story).demoPerson();
});

const show = (token: string) => app.authenticator.authenticate(parseCredential({ authorization: `Bearer ${token}` }));

it('an admin acts as a made-up person with the rights of that person, for an hour', async () => {
  const admin = await story.as('admin');
  expect((await admin.get('{ demoPeople { email role } }')).demoPeople).toEqual([{ email, role: 'member' }]);
  const { token, person } = (await admin.get(VISIT, { email })).visitDemoPerson;
  const viewer = await show(token);
  expect(viewer).toMatchObject({ kind: 'user', email, scope: { tenantId: story.tenant.id, roleSlug: 'member' } });
  const visitor = clientFor(app, viewer, token);
  expect((await visitor.get('{ viewer { user { id email } role } }')).viewer).toEqual({
    user: { id: person.userId, email },
    role: 'member',
  });
  expect(await visitor.code('{ members { totalCount } }')).toBe('FORBIDDEN');
  app.clock.advance(HOUR_MS + 1_000);
  await expect(show(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

it('nobody acts as a real person, as somebody of another tenant, or as somebody with more rights', async () => {
  const admin = await story.as('admin');
  const { viewer: owner } = await story.as('system_admin');
  expect(await admin.code(VISIT, { email: owner.email })).toBe('NOT_FOUND');
  const other = await createMaker(app, await tellStory(app)).demoPerson();
  expect(await admin.code(VISIT, { email: other })).toBe('NOT_FOUND');
  const membership = await app.database.system.membership.findFirstOrThrow({
    where: { tenantId: story.tenant.id, user: { email } },
  });
  const role = await app.database.system.role.findFirstOrThrow({
    where: { tenantId: story.tenant.id, slug: 'system_admin' },
  });
  await app.database.system.membership.update({ where: { id: membership.id }, data: { roleId: role.id } });
  expect(await admin.code(VISIT, { email })).toBe('FORBIDDEN');
});

it('an agent does not become a person', async () => {
  const agent = await story.key({ role: 'admin', actsForAgent: true });
  expect(await agent.code(VISIT, { email })).toBe('FORBIDDEN');
});

it('in production there are no visits, and their tokens are worth nothing', async () => {
  const { viewer } = await story.as('admin');
  const ctx = { ...app.createContext(viewer, newRequestId()), demo: false, demoVisits: null };
  await expect(visitDemoPerson(ctx, email)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(show('dv_made-up')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});
