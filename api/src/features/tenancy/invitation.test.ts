import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserViewer } from '#access/viewer.ts';
import { type Answer, type Client, clientFor } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const INVITE =
  'mutation ($email: String!, $role: String!) { inviteMember(input: { email: $email, role: $role }) { url invitation { id email status role { slug } invitedBy } } }';
const ACCEPT =
  'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { email tenant { slug } } }';
const PREVIEW =
  'query ($token: String!) { invitationPreview(token: $token) { tenantName email roleName needsAccount } }';
const REVOKE = 'mutation ($id: ID!) { revokeInvitation(input: { id: $id }) { invitation { status } } }';
const PASSWORD = 'a long enough passphrase';
const DAY = 24 * 3_600_000;

let app: TestApp;
let anonymous: Client;
beforeAll(async () => {
  app = await createTestApp();
  anonymous = clientFor(app);
});
afterAll(() => app.close());

const newAddress = () => `${randomUUID()}@invited.test`;

async function invite(story: Story, email = newAddress(), role = 'member') {
  const { inviteMember } = await (await story.as('system_admin')).get(INVITE, { email, role });
  return {
    email,
    token: inviteMember.url.split('/').at(-1) as string,
    ...inviteMember.invitation,
    url: inviteMember.url,
  };
}

async function signedIn(email: string): Promise<Client> {
  const person = (await app.people.findPerson(email)) ?? (await app.people.createPerson({ email, name: 'Known' }));
  const viewer: UserViewer = {
    kind: 'user',
    userId: person.id,
    email,
    name: person.name,
    authSessionId: 'x',
    expiresAt: new Date(Date.now() + DAY),
  };
  return clientFor(app, viewer);
}

const membersOf = (story: Story, email: string) =>
  app.database.system.membership.count({ where: { tenantId: story.tenant.id, user: { email } } });
const accept = (client: Client, token: string, more: object = { name: 'New', password: PASSWORD }) =>
  client.run(ACCEPT, { input: { token, ...more } });
const codeOf = async (answer: Promise<Answer>): Promise<string | undefined> =>
  (await answer).errors?.[0]?.extensions.code;

describe('an invitation', () => {
  it('is a link for one address, of which only a hash is kept', async () => {
    const story = await tellStory(app);
    const made = await invite(story, 'Ada@Invited.test ', 'approver');
    expect(made).toMatchObject({
      status: 'PENDING',
      role: { slug: 'approver' },
      invitedBy: (await story.as('system_admin')).viewer.email,
    });
    expect(made.url).toMatch(new RegExp(`^${app.baseUrl()}/invite/inv_[\\w-]{43}$`));
    const row = await app.database.system.invitation.findFirstOrThrow({ where: { tenantId: story.tenant.id } });
    expect([row.email, JSON.stringify(row).includes(made.token)]).toEqual(['ada@invited.test', false]);
    expect(app.logged.join('\n')).not.toContain(made.token);
    const audit = await app.database.system.auditEntry.findMany({ where: { tenantId: story.tenant.id } });
    expect(JSON.stringify(audit)).not.toContain(made.token);
  });

  it('tells its holder, and nobody else, where it leads', async () => {
    const story = await tellStory(app);
    const { token, email } = await invite(story);
    const seen = { tenantName: story.tenant.name, email, roleName: 'Member', needsAccount: true };
    expect((await anonymous.get(PREVIEW, { token })).invitationPreview).toEqual(seen);
    await app.people.createPerson({ email, name: 'Known' });
    expect((await anonymous.get(PREVIEW, { token })).invitationPreview.needsAccount).toBe(false);
    for (const other of [`${token}x`, token.slice(0, -1), 'inv_', "' OR true --"]) {
      expect((await anonymous.get(PREVIEW, { token: other })).invitationPreview).toBeNull();
    }
  });

  it.each([
    ['no address', 'nobody', 'member', ['email']],
    ['an address beyond measure', `${'x'.repeat(250)}@a.test`, 'member', ['email']],
    ['an unknown role', 'a@b.test', 'king', ['role']],
  ])('to %s is refused at its field', async (_name, email, role, path) => {
    const owner = await (await tellStory(app)).as('system_admin');
    const { errors } = await owner.run(INVITE, { email, role });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path }] });
  });

  it('to somebody who is a member already is refused', async () => {
    const story = await tellStory(app);
    const { viewer } = await story.as('member');
    const { errors } = await (await story.as('system_admin')).run(INVITE, {
      email: viewer.email.toUpperCase(),
      role: 'viewer',
    });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['email'] }] });
  });
});

describe('a new person', () => {
  it('joins with a name and a password, and can sign in with it', async () => {
    const story = await tellStory(app);
    const { token, email } = await invite(story, undefined, 'viewer');
    const { data } = await accept(anonymous, token);
    expect(data.acceptInvitation).toEqual({ email, tenant: { slug: story.tenant.slug } });
    const member = await app.database.system.membership.findFirstOrThrow({
      where: { user: { email } },
      include: { role: true },
    });
    expect([member.tenantId, member.role.slug]).toEqual([story.tenant.id, 'viewer']);
    expect(
      await app.database.system.authAccount.count({ where: { userId: member.userId, providerId: 'credential' } }),
    ).toBe(1);
    const { invitations } = await (await story.as('system_admin')).get('{ invitations { totalCount } }');
    expect(invitations.totalCount).toBe(0);
    const joined = await app.database.system.auditEntry.findFirst({
      where: { tenantId: story.tenant.id, action: 'member.joined' },
    });
    expect(joined).toMatchObject({ actorLabel: email, details: { email, role: 'viewer' } });
  });

  it.each([
    ['a short password', { name: 'New', password: 'short' }, ['password']],
    ['no password', { name: 'New' }, ['password']],
    ['no name', { name: '  ', password: PASSWORD }, ['name']],
  ])('is not made with %s, and the link stays open', async (_name, more, path) => {
    const story = await tellStory(app);
    const { token, email } = await invite(story);
    const { errors } = await accept(anonymous, token, more);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path }] });
    expect(await app.people.findPerson(email)).toBeNull();
    expect(await codeOf(accept(anonymous, token))).toBeUndefined();
  });
});

describe('a known person', () => {
  it('joins another tenant by their link alone, once they are signed in', async () => {
    const [first, second] = [await tellStory(app), await tellStory(app)];
    const { viewer } = await first.as('member');
    const { token } = await invite(second, viewer.email, 'viewer');
    expect(await codeOf(accept(anonymous, token))).toBe('UNAUTHENTICATED');
    const person = await signedIn(viewer.email);
    expect((await accept(person, token, {})).data.acceptInvitation.tenant.slug).toBe(second.tenant.slug);
    const { viewer: seen } = await person.get('{ viewer { tenants { tenant { slug } role } } }');
    expect(seen.tenants).toEqual(expect.arrayContaining([{ tenant: { slug: second.tenant.slug }, role: 'viewer' }]));
    expect(seen.tenants).toHaveLength(2);
  });

  it('cannot use a link that was sent to somebody else', async () => {
    const story = await tellStory(app);
    const { token, email } = await invite(story);
    const other = await signedIn(newAddress());
    const { errors } = await accept(other, token);
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining(email), extensions: { code: 'FORBIDDEN' } });
    expect(await membersOf(story, email)).toBe(0);
    expect(await codeOf(accept(anonymous, token))).toBeUndefined();
  });
});

describe('a link', () => {
  it('works once, also when it is used twice at once', async () => {
    const story = await tellStory(app);
    const { token, email } = await invite(story);
    await app.people.createPerson({ email, name: 'Known' });
    const person = await signedIn(email);
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(accept(person, token, {}))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    for (const code of codes.filter(Boolean)) expect(code).toBeOneOf(['CONFLICT', 'NOT_FOUND']);
    expect(await membersOf(story, email)).toBe(1);
    expect(await codeOf(accept(person, token, {}))).toBe('NOT_FOUND');
  });

  it('is used up by a new person too, and makes one person of several tries', async () => {
    const story = await tellStory(app);
    const { token, email } = await invite(story);
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(accept(anonymous, token))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    for (const code of codes.filter(Boolean)) expect(code).toBeOneOf(['CONFLICT', 'NOT_FOUND', 'UNAUTHENTICATED']);
    expect(await membersOf(story, email)).toBe(1);
  });

  it('runs out after seven days', async () => {
    const story = await tellStory(app);
    const { token } = await invite(story);
    app.clock.advance(7 * DAY + 1_000);
    expect(await codeOf(accept(anonymous, token))).toBe('NOT_FOUND');
    expect((await anonymous.get(PREVIEW, { token })).invitationPreview).toBeNull();
    const { invitations } = await (await story.as('system_admin')).get('{ invitations { edges { node { status } } } }');
    expect(invitations.edges).toEqual([{ node: { status: 'EXPIRED' } }]);
  });

  it('is dead once it is revoked; revoking twice is no mistake, revoking an accepted one is', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const { token, id } = await invite(story);
    expect((await owner.get(REVOKE, { id })).revokeInvitation.invitation.status).toBe('REVOKED');
    expect(await owner.code(REVOKE, { id })).toBeUndefined();
    expect(await codeOf(accept(anonymous, token))).toBe('NOT_FOUND');
    const accepted = await invite(story);
    await accept(anonymous, accepted.token);
    expect(await owner.code(REVOKE, { id: accepted.id })).toBe('CONFLICT');
  });

  it('that is revoked while it is being used leads nobody in, or was used before', async () => {
    for (let round = 0; round < 5; round += 1) {
      const story = await tellStory(app);
      const owner = await story.as('system_admin');
      const { token, id, email } = await invite(story);
      const [accepted, revoked] = await Promise.all([codeOf(accept(anonymous, token)), owner.code(REVOKE, { id })]);
      const row = await app.database.system.invitation.findFirstOrThrow({ where: { tenantId: story.tenant.id } });
      const joined = (await membersOf(story, email)) === 1;
      expect([accepted === undefined, revoked === undefined]).toEqual([joined, !joined]);
      expect([row.acceptedAt !== null, row.revokedAt !== null]).toEqual([joined, !joined]);
    }
  });

  it('is voided by the next one to the same address', async () => {
    const story = await tellStory(app);
    const first = await invite(story);
    const second = await invite(story, first.email);
    expect(await codeOf(accept(anonymous, first.token))).toBe('NOT_FOUND');
    expect(await codeOf(accept(anonymous, second.token))).toBeUndefined();
  });

  it('leads nobody into the tenant twice', async () => {
    const story = await tellStory(app);
    const { token, email } = await invite(story);
    const person = await signedIn(email);
    const ctx = app.createContext({ kind: 'system', label: 'operator' }, 'x');
    const { placeMember } = await import('./bootstrap-tenant.ts');
    await placeMember(ctx, story.tenant, (await app.people.findPerson(email))!, 'viewer');
    expect(await codeOf(accept(person, token, {}))).toBe('CONFLICT');
    expect(await membersOf(story, email)).toBe(1);
  });
});
