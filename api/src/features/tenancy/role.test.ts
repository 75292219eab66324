import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { createMaker } from '../../../test/fill-tenant.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const CREATE =
  'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id slug name builtIn permissions memberCount } } }';
const UPDATE =
  'mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { name description permissions } } }';
const DELETE = 'mutation ($id: ID!) { deleteRole(input: { id: $id }) { id } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('making a role', () => {
  it('makes it with the rights that are listed, once each', async () => {
    const owner = await (await tellStory(app)).as('system_admin');
    const permissions = ['web.use', 'tools.tenant.read', 'web.use'];
    const { createRole } = await owner.get(CREATE, { input: { slug: 'web-user', name: ' Web user ', permissions } });
    expect(createRole.role).toMatchObject({ slug: 'web-user', name: 'Web user', builtIn: false, memberCount: 0 });
    expect(createRole.role.permissions.sort()).toEqual(['tools.tenant.read', 'web.use']);
  });

  it.each([
    ['a slug that is taken', { slug: 'member' }, ['slug']],
    ['a slug with capitals', { slug: 'Boss' }, ['slug']],
    ['a slug of one letter', { slug: 'b' }, ['slug']],
    ['an unknown right', { permissions: ['tools.tenant.read', 'moon.land'] }, ['permissions', '1']],
    ['no name', { name: '' }, ['name']],
    ['a description beyond measure', { description: 'x'.repeat(501) }, ['description']],
    ['too many rights', { permissions: Array.from({ length: 501 }, () => 'web.use') }, ['permissions']],
  ])('refuses %s and names the field', async (_name, change, path) => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const { errors } = await owner.run(CREATE, { input: { slug: 'boss', name: 'Boss', permissions: [], ...change } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path }] });
    expect(await app.database.system.role.count({ where: { tenantId: story.tenant.id } })).toBe(6);
  });

  it('of the same name at once makes one', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const input = { slug: 'twin', name: 'Twin', permissions: [] };
    const codes = await Promise.all(Array.from({ length: 5 }, () => owner.code(CREATE, { input })));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes.filter(Boolean))).toEqual(new Set(['BAD_USER_INPUT']));
  });
});

describe('nobody gives or takes what they do not hold', () => {
  const HR = ['members.tenant.read', 'members.tenant.create', 'members.tenant.update', 'members.tenant.delete'];
  const ROLES = ['roles.tenant.read', 'roles.tenant.create', 'roles.tenant.update', 'roles.tenant.delete'];

  async function openStory() {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    await owner.get(CREATE, { input: { slug: 'hr', name: 'HR', permissions: [...HR, ...ROLES, 'tools.tenant.read'] } });
    const make = createMaker(app, story);
    return { story, owner, hr: await story.as('hr'), make };
  }

  it('in roles they make', async () => {
    const { hr } = await openStory();
    const role = (permissions: string[]) => ({ input: { slug: 'new', name: 'New', permissions } });
    expect(await hr.code(CREATE, role([...HR, 'keys.tenant.create']))).toBe('FORBIDDEN');
    expect(await hr.code(CREATE, role(HR))).toBeUndefined();
  });

  it('in roles they change or delete', async () => {
    const { hr, make } = await openStory();
    const [small, large] = [
      await make.Role(['tools.tenant.read']),
      await make.Role(['keys.tenant.create', 'tools.tenant.read']),
    ];
    expect(await hr.code(UPDATE, { input: { id: small, permissions: ['secrets.tenant.read'] } })).toBe('FORBIDDEN');
    expect(await hr.code(UPDATE, { input: { id: large, permissions: ['tools.tenant.read'] } })).toBe('FORBIDDEN');
    expect(await hr.code(DELETE, { id: large })).toBe('FORBIDDEN');
    expect(await hr.code(UPDATE, { input: { id: large, name: 'Renamed' } })).toBeUndefined();
    expect(await hr.code(UPDATE, { input: { id: small, permissions: HR } })).toBeUndefined();
    expect(await hr.code(DELETE, { id: small })).toBeUndefined();
  });

  it('in invitations, and in what they do to members', async () => {
    const { story, hr, make } = await openStory();
    const invite = 'mutation ($role: String!) { inviteMember(input: { email: "a@b.test", role: $role }) { url } }';
    expect(await hr.code(invite, { role: 'admin' })).toBe('FORBIDDEN');
    expect(await hr.code(invite, { role: 'hr' })).toBeUndefined();
    const admin = toNodeId('Membership', (await story.as('admin')).viewer.membershipId!);
    const update =
      'mutation ($id: ID!, $role: String) { updateMember(input: { id: $id, role: $role }) { member { id } } }';
    expect(await hr.code(update, { id: admin, role: 'hr' })).toBe('FORBIDDEN');
    expect(await hr.code('mutation ($id: ID!) { removeMember(input: { id: $id }) { id } }', { id: admin })).toBe(
      'FORBIDDEN',
    );
    expect(await hr.code(update, { id: await make.Membership('hr'), role: 'admin' })).toBe('FORBIDDEN');
  });
});

describe('built-in roles', () => {
  it('cannot be changed or deleted', async () => {
    const owner = await (await tellStory(app)).as('system_admin');
    const { roles } = await owner.get('{ roles { id builtIn } }');
    expect(roles).toHaveLength(6);
    for (const { id } of roles) {
      expect(await owner.code(UPDATE, { input: { id, permissions: [] } })).toBe('CONFLICT');
      expect(await owner.code(DELETE, { id })).toBe('CONFLICT');
    }
  });
});

describe('changing a role', () => {
  it('leaves what is not named, and notes what was added and removed', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const id = await createMaker(app, story).Role(['web.use', 'tools.tenant.read']);
    const { updateRole } = await owner.get(UPDATE, {
      input: { id, description: 'For the web', permissions: ['web.use', 'tools.tenant.execute'] },
    });
    expect(updateRole.role).toMatchObject({ name: expect.stringContaining('Role '), description: 'For the web' });
    expect(updateRole.role.permissions.sort()).toEqual(['tools.tenant.execute', 'web.use']);
    const { auditEntries } = await owner.get(
      '{ auditEntries(filter: { action: "role.updated" }) { edges { node { details } } } }',
    );
    expect(auditEntries.edges[0].node.details).toMatchObject({
      added: ['tools.tenant.execute'],
      removed: ['tools.tenant.read'],
    });
  });
});

describe('a role in use', () => {
  it.each([
    ['a member', { members: 1, apiKeys: 0, invitations: 0 }],
    ['an API key', { members: 0, apiKeys: 1, invitations: 0 }],
    ['an open invitation', { members: 0, apiKeys: 0, invitations: 1 }],
  ])('by %s stays, and says by whom it is used', async (by, counts) => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const make = createMaker(app, story);
    const { createRole } = await owner.get(CREATE, { input: { slug: 'used', name: 'Used', permissions: ['web.use'] } });
    if (by === 'a member') await make.Membership('used');
    if (by === 'an API key')
      await owner.get('mutation { createApiKey(input: { name: "k", role: "used" }) { secret } }');
    if (by === 'an open invitation') await make.invite(undefined, 'used');
    const { errors } = await owner.run(DELETE, { id: createRole.role.id });
    expect(errors?.[0]?.extensions).toEqual({ code: 'CONFLICT', ...counts });
    expect(errors?.[0]?.message).toContain('another role first');
  });

  it('only by what is over can go, and the history of dead keys stays', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const { createRole } = await owner.get(CREATE, { input: { slug: 'used', name: 'Used', permissions: ['web.use'] } });
    const { createApiKey } = await owner.get(
      'mutation { createApiKey(input: { name: "Dead", role: "used" }) { apiKey { id } } }',
    );
    await owner.get('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', {
      id: createApiKey.apiKey.id,
    });
    await createMaker(app, story).invite('late@x.test', 'used');
    app.clock.advance(8 * 24 * 3_600_000);
    expect(await owner.code(DELETE, { id: createRole.role.id })).toBeUndefined();
    const { apiKeys } = await owner.get(
      '{ apiKeys(includeRevoked: true) { edges { node { name role { slug } effectivePermissions status } } } }',
    );
    expect(apiKeys.edges[0].node).toEqual({ name: 'Dead', role: null, effectivePermissions: [], status: 'REVOKED' });
  });
});
