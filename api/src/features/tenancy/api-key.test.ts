import { afterAll, beforeAll, expect, it } from 'vitest';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const CREATE = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { secret apiKey { id name prefix role { slug } permissions effectivePermissions status actsForAgent } }
}`;
const REVOKE = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id status revokedAt } } }';
const WHO = '{ viewer { kind role permissions tenant { slug } apiKey { name } } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const callWith = async (secret: string, query = WHO) => {
  const { clientFor } = await import('../../../test/client.ts');
  return clientFor(app, await app.authenticator.authenticate({ kind: 'bearer', token: secret }), secret).run(query);
};

it('shows a new key once and stores only its hash', async () => {
  const story = await tellStory(app);
  const owner = await story.as('system_admin');
  const { createApiKey } = await owner.get(CREATE, { input: { name: 'CI', role: 'member' } });
  expect(createApiKey.secret).toMatch(/^tc_[\w-]{43}$/);
  const rows = await app.database.system.apiKey.findMany({ where: { tenantId: story.tenant.id } });
  expect(JSON.stringify(rows)).not.toContain(createApiKey.secret);
  expect(app.logged.join('\n')).not.toContain(createApiKey.secret);
  const { data } = await callWith(createApiKey.secret);
  expect(data.viewer).toMatchObject({
    kind: 'API_KEY',
    role: 'member',
    tenant: { slug: story.tenant.slug },
    apiKey: { name: 'CI' },
  });
});

it('takes role and permissions together as what both hold', async () => {
  const owner = await (await tellStory(app)).as('system_admin');
  const input = { name: 'Narrow', role: 'member', permissions: ['tools.tenant.read', 'keys.tenant.create'] };
  const { createApiKey } = await owner.get(CREATE, { input });
  expect(createApiKey.apiKey.effectivePermissions).toEqual(['tools.tenant.read']);
});

it.each([
  ['neither role nor permissions', { name: 'x' }, ['role']],
  ['an unknown role', { name: 'x', role: 'king' }, ['role']],
  ['an unknown permission', { name: 'x', permissions: ['tools.tenant.read', 'moon.land'] }, ['permissions', '1']],
  [
    'a role and permissions with nothing in common',
    { name: 'x', role: 'member', permissions: ['keys.tenant.read'] },
    ['permissions'],
  ],
  [
    'what only people may have, for an agent',
    { name: 'x', permissions: ['tools.tenant.read', 'approvals.team.rules'], actsForAgent: true },
    ['permissions'],
  ],
  ['an empty name', { name: '  ', role: 'member' }, ['name']],
  ['a time that has passed', { name: 'x', role: 'member', expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
])('refuses %s and names the field', async (_case, input, path) => {
  const story = await tellStory(app);
  const { errors } = await (await story.as('system_admin')).run(CREATE, { input });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path }] });
  expect(await app.database.system.apiKey.count({ where: { tenantId: story.tenant.id } })).toBe(0);
});

it('never gives a key more than its maker holds, then and later', async () => {
  const story = await tellStory(app);
  const admin = await story.as('admin');
  expect(await admin.code(CREATE, { input: { name: 'Too much', role: 'system_admin' } })).toBe('FORBIDDEN');

  const { createApiKey } = await admin.get(CREATE, { input: { name: 'Fine', role: 'admin' } });
  const owner = await story.as('system_admin');
  const demote = 'mutation ($id: ID!) { updateMember(input: { id: $id, role: "viewer" }) { member { id } } }';
  const { members } = await owner.get('{ members { edges { node { id user { email } } } } }');
  const { node } = members.edges.find(
    (edge: { node: { user: { email: string } } }) => edge.node.user.email === admin.viewer.email,
  );
  await owner.get(demote, { id: node.id });
  const { data } = await callWith(createApiKey.secret);
  expect(data.viewer.permissions).not.toContain('keys.tenant.create');
  expect(data.viewer.permissions).toContain('keys.tenant.read');
});

it('lets a key make keys only within its own rights, and freezes them', async () => {
  const story = await tellStory(app);
  const key = await story.key({ permissions: ['keys.tenant.create', 'tools.tenant.read'] });
  expect(await key.code(CREATE, { input: { name: 'x', role: 'member' } })).toBe('FORBIDDEN');
  const { createApiKey } = await key.get(CREATE, {
    input: { name: 'y', role: 'member', permissions: ['tools.tenant.read'] },
  });
  expect(createApiKey.apiKey.permissions).toEqual(['tools.tenant.read']);
});

it('refuses a revoked key from the moment the mutation answered', async () => {
  const story = await tellStory(app);
  const owner = await story.as('system_admin');
  const { createApiKey } = await owner.get(CREATE, { input: { name: 'Short', role: 'viewer' } });
  await callWith(createApiKey.secret);
  const { revokeApiKey } = await owner.get(REVOKE, { id: createApiKey.apiKey.id });
  expect(revokeApiKey.apiKey.status).toBe('REVOKED');
  await expect(callWith(createApiKey.secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await owner.code(REVOKE, { id: createApiKey.apiKey.id })).toBeUndefined();
});

it('refuses a key whose time is over, also one that was just used', async () => {
  const story = await tellStory(app);
  const owner = await story.as('system_admin');
  const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const { createApiKey } = await owner.get(CREATE, { input: { name: 'Minute', role: 'viewer', expiresAt } });
  await callWith(createApiKey.secret);
  app.clock.advance(61_000);
  await expect(callWith(createApiKey.secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

it('notes when a key was last used', async () => {
  const story = await tellStory(app);
  const key = await story.key({ role: 'viewer' });
  await key.get(WHO);
  const read = async () => (await key.get('{ viewer { apiKey { lastUsedAt } } }')).viewer.apiKey.lastUsedAt;
  await expect.poll(read, { timeout: 5_000 }).not.toBeNull();
});

it('writes both making and revoking into the audit log, without the key', async () => {
  const owner = await (await tellStory(app)).as('system_admin');
  const { createApiKey } = await owner.get(CREATE, { input: { name: 'Audited', role: 'viewer' } });
  await owner.get(REVOKE, { id: createApiKey.apiKey.id });
  const { auditEntries } = await owner.get(
    '{ auditEntries(filter: { action: "apiKey" }) { edges { node { action actorLabel targetId permission decision details } } } }',
  );
  expect(auditEntries.edges.map((edge: { node: object }) => edge.node)).toMatchObject([
    {
      action: 'apiKey.revoked',
      permission: 'keys.tenant.delete',
      decision: 'ALLOWED',
      targetId: createApiKey.apiKey.id,
    },
    { action: 'apiKey.created', actorLabel: owner.viewer.email, details: { name: 'Audited', role: 'viewer' } },
  ]);
  expect(JSON.stringify(auditEntries)).not.toContain(createApiKey.secret);
});

it('keeps a key that acts for an agent from freeing itself: no rules, keys, members or roles, whatever its role', async () => {
  const story = await tellStory(app);
  const agent = await story.key({ role: 'admin', actsForAgent: true });
  const attempts = [
    ['createApiKey', CREATE, { input: { name: 'Free', role: 'approver' } }],
    [
      'createApprovalRule',
      'mutation($input: CreateApprovalRuleInput!) { createApprovalRule(input: $input) { rule { id } } }',
      { input: { rule: { name: 'Free', verdict: 'allow' } } },
    ],
    [
      'inviteMember',
      'mutation($input: InviteMemberInput!) { inviteMember(input: $input) { __typename } }',
      { input: { email: 'free@free.test', role: 'approver' } },
    ],
    [
      'createRole',
      'mutation($input: CreateRoleInput!) { createRole(input: $input) { __typename } }',
      { input: { slug: 'free', name: 'Free', permissions: ['tools.tenant.read'] } },
    ],
  ] as const;
  for (const [name, document, variables] of attempts) {
    const { errors } = await agent.run(document, variables);
    expect([name, errors?.[0]?.extensions.code]).toEqual([name, 'FORBIDDEN']);
    expect(errors![0]!.message).toContain('acts for an agent');
  }
  const { viewer } = await agent.get(WHO);
  expect(viewer.permissions).toContain('tools.tenant.update');
  expect(viewer.permissions).not.toContain('keys.tenant.create');
});
