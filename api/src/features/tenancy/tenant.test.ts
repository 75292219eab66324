import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientFor } from '../../../test/client.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../../test/test-app.ts';
import { DEFAULT_TENANT } from './tenant-rules.ts';

const CREATE =
  'mutation ($slug: String!, $name: String!) { createTenant(input: { slug: $slug, name: $name }) { tenant { id slug name } } }';
const BOOTSTRAP =
  'mutation ($input: BootstrapInput!) { bootstrap(input: $input) { email signInLink tenant { slug name } } }';

let app: TestApp;
let operator: Client;
beforeAll(async () => {
  app = await createTestApp();
  operator = clientFor(app, await app.authenticator.authenticate({ kind: 'bearer', token: OPERATOR_KEY }));
});
afterAll(() => app.close());

const newSlug = () => `t${randomBytes(5).toString('hex')}`;

describe('the operator', () => {
  it('makes tenants with their roles, a workspace and an audit log', async () => {
    const slug = newSlug();
    const { createTenant } = await operator.get(CREATE, { slug, name: 'New' });
    expect(createTenant.tenant).toMatchObject({ slug, name: 'New' });
    const tenant = await app.database.system.tenant.findUniqueOrThrow({
      where: { slug },
      include: { roles: true, workspaces: true },
    });
    expect([tenant.roles.length, tenant.workspaces.length]).toEqual([6, 1]);
    const inside = await app.authenticator.authenticate({ kind: 'bearer', token: OPERATOR_KEY, tenantSlug: slug });
    expect((await clientFor(app, inside).get('{ verifyAudit { valid entries } }')).verifyAudit).toEqual({
      valid: true,
      entries: 1,
    });
  });

  it.each(['default', 'api', 'graphql', 'Upper', 'x', 'a b', '../up', ''])('cannot name one "%s"', async (slug) => {
    const { errors } = await operator.run(CREATE, { slug, name: 'x' });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['slug'] }] });
  });

  it('cannot make one twice', async () => {
    const slug = newSlug();
    await operator.get(CREATE, { slug, name: 'x' });
    expect(await operator.code(CREATE, { slug, name: 'x' })).toBe('BAD_USER_INPUT');
  });

  it('lists them all but the one whose rows hold for all', async () => {
    const { tenant } = await tellStory(app);
    const { tenants } = await operator.get('{ tenants(first: 100) { totalCount edges { node { slug } } } }');
    const slugs = tenants.edges.map(({ node }: { node: { slug: string } }) => node.slug);
    expect(slugs).toContain(tenant.slug);
    expect(slugs).not.toContain(DEFAULT_TENANT.slug);
    expect(tenants.totalCount).toBe(slugs.length);
  });

  it('makes the first owner, and doing it again changes nothing', async () => {
    const input = { email: `${newSlug()}@first.test`, tenantSlug: newSlug(), tenantName: 'First' };
    const { bootstrap } = await operator.get(BOOTSTRAP, { input });
    expect(bootstrap).toMatchObject({ email: input.email, tenant: { slug: input.tenantSlug, name: 'First' } });
    expect(bootstrap.signInLink).toContain('/api/auth/magic-link/verify?token=');
    await operator.get(BOOTSTRAP, { input: { ...input, tenantName: 'Other' } });
    const tenant = await app.database.system.tenant.findUniqueOrThrow({
      where: { slug: input.tenantSlug },
      include: { memberships: { include: { role: true } } },
    });
    expect([tenant.name, tenant.memberships.map(({ role }) => role.slug)]).toEqual(['First', ['system_admin']]);
  });

  it('makes links for people who are there, and notes it without the link', async () => {
    const { viewer } = await (await tellStory(app)).as('member');
    const query = 'mutation ($email: String!) { createSignInLink(input: { email: $email }) { url expiresAt } }';
    const { createSignInLink } = await operator.get(query, { email: viewer.email });
    expect(Date.parse(createSignInLink.expiresAt)).toBeGreaterThan(Date.now());
    expect(await operator.code(query, { email: 'nobody@nowhere.test' })).toBe('NOT_FOUND');
    const noted = await app.database.system.auditEntry.findMany({
      where: { tenantId: DEFAULT_TENANT.id, action: 'signInLink.created' },
    });
    expect(noted.map(({ details }) => details)).toContainEqual({ email: viewer.email });
    const token = new URL(createSignInLink.url).searchParams.get('token')!;
    expect(JSON.stringify(noted)).not.toContain(token);
    expect(app.logged.join('\n')).not.toContain(token);
  });

  it('is not let into a tenant that is not there', async () => {
    const asked = app.authenticator.authenticate({ kind: 'bearer', token: OPERATOR_KEY, tenantSlug: 'nowhere' });
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a tenant', () => {
  it('is renamed by its owners, and keeps its slug', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const { updateTenant } = await owner.get(
      'mutation { updateTenant(input: { name: " Fresh " }) { tenant { slug name } } }',
    );
    expect(updateTenant.tenant).toEqual({ slug: story.tenant.slug, name: 'Fresh' });
  });
});

describe('people', () => {
  it('change their own name, in every tenant at once', async () => {
    const story = await tellStory(app);
    const member = await story.as('member');
    const { updateProfile } = await member.get(
      'mutation { updateProfile(input: { name: "  Mia M. " }) { user { name email } } }',
    );
    expect(updateProfile.user).toEqual({ name: 'Mia M.', email: member.viewer.email });
    const { members } = await (await story.as('system_admin')).get(
      'query ($s: String) { members(search: $s) { edges { node { user { name } } } } }',
      { s: 'Mia M.' },
    );
    expect(members.edges).toHaveLength(1);
    expect(await member.code('mutation { updateProfile(input: { name: " " }) { user { name } } }')).toBe(
      'BAD_USER_INPUT',
    );
  });

  it('see themselves, their place and their tenants', async () => {
    const story = await tellStory(app);
    const member = await story.as('member');
    const query =
      '{ viewer { kind role permissions user { email } tenant { slug } membership { role { slug } } apiKey { id } tenants { tenant { slug } role } } }';
    const { viewer } = await member.get(query);
    expect(viewer).toEqual({
      kind: 'USER',
      role: 'member',
      permissions: ['tools.tenant.read', 'tools.tenant.execute', 'files.tenant.read', 'files.tenant.create'],
      user: { email: member.viewer.email },
      tenant: { slug: story.tenant.slug },
      membership: { role: { slug: 'member' } },
      apiKey: null,
      tenants: [{ tenant: { slug: story.tenant.slug }, role: 'member' }],
    });
    const alone = await clientFor(app, { ...member.viewer, scope: undefined, membershipId: undefined }).get(query);
    expect(alone.viewer).toMatchObject({
      kind: 'USER',
      role: null,
      permissions: [],
      tenant: null,
      membership: null,
      tenants: viewer.tenants,
    });
  });

  it('are told how they may sign in before they do', async () => {
    const { signInOptions } = await clientFor(app).get(
      '{ signInOptions { emailAndPassword demo singleSignOn { name } } }',
    );
    expect(signInOptions).toEqual({ emailAndPassword: true, demo: true, singleSignOn: null });
  });
});
