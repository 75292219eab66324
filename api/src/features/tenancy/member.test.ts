import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { clientFor } from '../../../test/client.ts';
import { createMaker } from '../../../test/fill-tenant.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const UPDATE = `mutation ($input: UpdateMemberInput!) {
  updateMember(input: $input) { member { id role { slug } manager { id } } }
}`;
const REMOVE = 'mutation ($id: ID!) { removeMember(input: { id: $id }) { id revokedApiKeys } }';
const MEMBERS =
  '{ members(first: 100) { totalCount edges { node { id user { email } role { slug } manager { id } apiKeyCount } } } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function idOf(story: Story, role: string): Promise<string> {
  return toNodeId('Membership', (await story.as(role)).viewer.membershipId!);
}
const ownersOf = (story: Story) =>
  app.database.system.membership.count({ where: { tenantId: story.tenant.id, role: { slug: 'system_admin' } } });

describe('the list', () => {
  it('finds people by part of their name or address, whatever the case', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    await story.as('viewer');
    const search =
      'query ($search: String) { members(search: $search) { totalCount edges { node { user { email } } } } }';
    const { members } = await owner.get(search, { search: 'VIEWER@' });
    expect(members.edges.map((edge: { node: { user: { email: string } } }) => edge.node.user.email)).toEqual([
      (await story.as('viewer')).viewer.email,
    ]);
    expect((await owner.get(search, { search: '%' })).members.totalCount).toBe(0);
    expect((await owner.get(search, { search: '  ' })).members.totalCount).toBe(2);
  });

  it('gives every member exactly once over pages of any size', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const make = createMaker(app, story);
    for (let at = 0; at < 7; at += 1) await make.Membership();
    const page =
      'query ($after: String) { members(first: 3, after: $after) { edges { node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } }';
    const seen: string[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const { members } = await owner.get(page, { after });
      expect(members.pageInfo.hasPreviousPage).toBe(pages > 0);
      seen.push(...members.edges.map((edge: { node: { id: string } }) => edge.node.id));
      after = members.pageInfo.hasNextPage ? members.pageInfo.endCursor : null;
      pages += 1;
    } while (after);
    expect([pages, seen.length, new Set(seen).size]).toEqual([3, 8, 8]);
  });
});

describe('the last owner', () => {
  it('can be neither demoted nor removed, not even by themselves', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const id = await idOf(story, 'system_admin');
    expect(await owner.code(UPDATE, { input: { id, role: 'admin' } })).toBe('CONFLICT');
    expect(await owner.code(REMOVE, { id })).toBe('CONFLICT');
    expect(await ownersOf(story)).toBe(1);
    const { members } = await owner.get(MEMBERS);
    expect(members.edges[0].node.role.slug).toBe('system_admin');
  });

  it('may go as soon as there is another one', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const admin = await idOf(story, 'admin');
    await owner.get(UPDATE, { input: { id: admin, role: 'system_admin' } });
    await owner.get(REMOVE, { id: await idOf(story, 'system_admin') });
    expect(await ownersOf(story)).toBe(1);
  });

  it.each([
    ['demote each other', UPDATE, UPDATE],
    ['remove each other', REMOVE, REMOVE],
    ['demote and remove each other', UPDATE, REMOVE],
  ])('stays when two owners %s at once', async (_name, first, second) => {
    for (let round = 0; round < 5; round += 1) {
      const story = await tellStory(app);
      const ada = await story.as('system_admin');
      const adaId = await idOf(story, 'system_admin');
      const bobId = await createMaker(app, story).Membership('system_admin');
      const bob = clientFor(app, { ...ada.viewer, userId: 'bob', membershipId: bobId });
      const variables = (id: string) => ({ id, input: { id, role: 'viewer' } });
      const codes = await Promise.all([ada.code(first, variables(bobId)), bob.code(second, variables(adaId))]);
      expect(codes.filter(Boolean)).toEqual(['CONFLICT']);
      expect(await ownersOf(story)).toBe(1);
    }
  });
});

describe('a role', () => {
  it('changes for people whose rights one holds, to rights one holds', async () => {
    const story = await tellStory(app);
    const admin = await story.as('admin');
    const { updateMember } = await admin.get(UPDATE, { input: { id: await idOf(story, 'member'), role: 'approver' } });
    expect(updateMember.member.role.slug).toBe('approver');
    expect(await admin.code(UPDATE, { input: { id: await idOf(story, 'member'), role: 'system_admin' } })).toBe(
      'FORBIDDEN',
    );
    expect(await admin.code(UPDATE, { input: { id: await idOf(story, 'system_admin'), role: 'viewer' } })).toBe(
      'FORBIDDEN',
    );
    expect(await admin.code(REMOVE, { id: await idOf(story, 'system_admin') })).toBe('FORBIDDEN');
  });

  it('that does not exist, or belongs to another tenant, is refused at its field', async () => {
    const [story, other] = [await tellStory(app), await tellStory(app)];
    const owner = await story.as('system_admin');
    await (await other.as('system_admin')).get(
      'mutation { createRole(input: { slug: "theirs", name: "T", permissions: [] }) { role { id } } }',
    );
    for (const role of ['king', 'theirs', '']) {
      const { errors } = await owner.run(UPDATE, { input: { id: await idOf(story, 'member'), role: role || ' ' } });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['role'] }] });
    }
  });

  it('is written to the audit log with where it came from', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const id = await idOf(story, 'member');
    await owner.get(UPDATE, { input: { id, role: 'viewer' } });
    const { auditEntries } = await owner.get(
      '{ auditEntries(filter: { action: "member.updated" }) { edges { node { targetId details actorLabel permission } } } }',
    );
    expect(auditEntries.edges[0].node).toEqual({
      targetId: id,
      actorLabel: owner.viewer.email,
      permission: 'members.tenant.update',
      details: { email: (await story.as('member')).viewer.email, from: 'member', to: 'viewer', managerChanged: false },
    });
  });
});

it('a new manager does not bring back a role that is being taken away', async () => {
  for (let round = 0; round < 5; round += 1) {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const [id, managerId] = [await idOf(story, 'admin'), await idOf(story, 'viewer')];
    await Promise.all([
      owner.get(UPDATE, { input: { id, role: 'member' } }),
      owner.get(UPDATE, { input: { id, managerId } }),
    ]);
    const { members } = await owner.get(MEMBERS);
    const { role, manager } = members.edges.find((edge: { node: { id: string } }) => edge.node.id === id).node;
    expect([role.slug, manager?.id]).toEqual(['member', managerId]);
  }
});

describe('a manager', () => {
  it('can be set, stays when the role changes, and can be taken away', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const [id, managerId] = [await idOf(story, 'member'), await idOf(story, 'approver')];
    const set = await owner.get(UPDATE, { input: { id, managerId } });
    expect(set.updateMember.member.manager.id).toBe(managerId);
    const kept = await owner.get(UPDATE, { input: { id, role: 'viewer' } });
    expect(kept.updateMember.member.manager.id).toBe(managerId);
    const gone = await owner.get(UPDATE, { input: { id, managerId: null } });
    expect(gone.updateMember.member.manager).toBeNull();
  });

  it('is never oneself, not even through others', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const [a, b, c] = [await idOf(story, 'member'), await idOf(story, 'approver'), await idOf(story, 'viewer')];
    await owner.get(UPDATE, { input: { id: a, managerId: b } });
    await owner.get(UPDATE, { input: { id: b, managerId: c } });
    for (const [id, managerId] of [
      [a, a],
      [b, a],
      [c, a],
      [c, b],
    ]) {
      const { errors } = await owner.run(UPDATE, { input: { id, managerId } });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['managerId'] }] });
    }
  });

  it('makes no circle when two changes meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const story = await tellStory(app);
      const owner = await story.as('system_admin');
      const [a, b] = [await idOf(story, 'member'), await idOf(story, 'approver')];
      const codes = await Promise.all([
        owner.code(UPDATE, { input: { id: a, managerId: b } }),
        owner.code(UPDATE, { input: { id: b, managerId: a } }),
      ]);
      expect(codes.filter(Boolean)).toEqual(['BAD_USER_INPUT']);
    }
  });

  it('who leaves, leaves their people without one', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const [id, managerId] = [await idOf(story, 'member'), await idOf(story, 'approver')];
    await owner.get(UPDATE, { input: { id, managerId } });
    await owner.get(REMOVE, { id: managerId });
    const { members } = await owner.get(MEMBERS);
    expect(members.edges.find((edge: { node: { id: string } }) => edge.node.id === id).node.manager).toBeNull();
  });
});

describe('who is removed', () => {
  it('loses the tenant and every key that stood on their rights, and nobody else does', async () => {
    const story = await tellStory(app);
    const [owner, admin] = [await story.as('system_admin'), await story.as('admin')];
    const create = 'mutation { createApiKey(input: { name: "k", role: "viewer" }) { secret apiKey { id } } }';
    const theirs = (await admin.get(create)).createApiKey;
    const ours = (await owner.get(create)).createApiKey;
    const id = await idOf(story, 'admin');
    const { members } = await owner.get(MEMBERS);
    expect(members.edges.find((edge: { node: { id: string } }) => edge.node.id === id).node.apiKeyCount).toBe(1);

    expect((await owner.get(REMOVE, { id })).removeMember).toEqual({ id, revokedApiKeys: 1 });
    await expect(app.authenticator.authenticate({ kind: 'bearer', token: theirs.secret })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await app.authenticator.authenticate({ kind: 'bearer', token: ours.secret })).toMatchObject({
      kind: 'apiKey',
    });
    const { apiKeys } = await owner.get('{ apiKeys(includeRevoked: true) { edges { node { id status createdBy } } } }');
    expect(
      apiKeys.edges.find((edge: { node: { id: string } }) => edge.node.id === theirs.apiKey.id).node,
    ).toMatchObject({ status: 'REVOKED', createdBy: admin.viewer.email });
    expect(await owner.code(REMOVE, { id })).toBe('NOT_FOUND');
  });

  it('also loses keys that their keys made', async () => {
    const story = await tellStory(app);
    const admin = await story.as('admin');
    const create = 'mutation { createApiKey(input: { name: "k", role: "admin" }) { secret } }';
    const parent = (await admin.get(create)).createApiKey.secret;
    const viewer = await app.authenticator.authenticate({ kind: 'bearer', token: parent });
    const child = (
      await clientFor(app, viewer).get('mutation { createApiKey(input: { name: "c", role: "viewer" }) { secret } }')
    ).createApiKey.secret;
    await (await story.as('system_admin')).get(REMOVE, { id: await idOf(story, 'admin') });
    await expect(app.authenticator.authenticate({ kind: 'bearer', token: child })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});
