import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMaker } from '../../../test/fill-tenant.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const CREATE =
  'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { id slug name createdAt } } }';
const UPDATE =
  'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { workspace { slug name } } }';
const DELETE = 'mutation ($id: ID!) { deleteWorkspace(input: { id: $id }) { id } }';
const LIST = '{ workspaces { id slug name } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('workspaces', () => {
  it('begin with one, and are made, renamed and deleted', async () => {
    const owner = await (await tellStory(app)).as('system_admin');
    expect((await owner.get(LIST)).workspaces).toMatchObject([{ slug: 'main', name: 'Main' }]);
    const { createWorkspace } = await owner.get(CREATE, { input: { slug: 'lab', name: '  Lab  ' } });
    const { id } = createWorkspace.workspace;
    expect(createWorkspace.workspace).toMatchObject({ slug: 'lab', name: 'Lab' });
    expect((await owner.get(UPDATE, { input: { id, name: 'Laboratory' } })).updateWorkspace.workspace).toEqual({
      slug: 'lab',
      name: 'Laboratory',
    });
    expect((await owner.get(LIST)).workspaces.map(({ slug }: { slug: string }) => slug)).toEqual(['main', 'lab']);
    expect((await owner.get(DELETE, { id })).deleteWorkspace.id).toBe(id);
    expect((await owner.get(LIST)).workspaces).toHaveLength(1);
    expect(await owner.code(DELETE, { id })).toBe('NOT_FOUND');
    const { auditEntries } = await owner.get(
      '{ auditEntries(filter: { action: "workspace" }) { edges { node { action targetId } } } }',
    );
    expect(auditEntries.edges.map(({ node }: { node: object }) => node)).toEqual(
      ['workspace.deleted', 'workspace.updated', 'workspace.created'].map((action) => ({ action, targetId: id })),
    );
  });

  it.each([
    ['a slug that is taken', { slug: 'main', name: 'x' }, 'slug'],
    ['a slug with spaces', { slug: 'my lab', name: 'x' }, 'slug'],
    ['a slug that starts with a digit', { slug: '1lab', name: 'x' }, 'slug'],
    ['a slug beyond measure', { slug: 'x'.repeat(41), name: 'x' }, 'slug'],
    ['no name', { slug: 'lab', name: '   ' }, 'name'],
    ['a name beyond measure', { slug: 'lab', name: 'x'.repeat(81) }, 'name'],
  ])('refuse %s and name the field', async (_name, input, field) => {
    const owner = await (await tellStory(app)).as('system_admin');
    const { errors } = await owner.run(CREATE, { input });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: [field] }] });
    expect((await owner.get(LIST)).workspaces).toHaveLength(1);
  });

  it('of the same slug, made at once, become one', async () => {
    const owner = await (await tellStory(app)).as('system_admin');
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => owner.code(CREATE, { input: { slug: 'twin', name: 'Twin' } })),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes.filter(Boolean))).toEqual(new Set(['BAD_USER_INPUT']));
  });

  it('of the same slug live in two tenants', async () => {
    const [one, two] = [await tellStory(app), await tellStory(app)];
    for (const story of [one, two]) {
      expect(
        await (await story.as('system_admin')).code(CREATE, { input: { slug: 'lab', name: 'Lab' } }),
      ).toBeUndefined();
    }
  });
});

describe('every mistake of one input', () => {
  it('is told at once', async () => {
    const owner = await (await tellStory(app)).as('system_admin');
    const { errors } = await owner.run(CREATE, { input: { slug: 'X', name: '' } });
    const paths = errors?.[0]?.extensions.fields.map(({ path }: { path: string[] }) => path.join('.'));
    expect(paths.sort()).toEqual(['name', 'slug']);
  });

  it('is told by path also when the shape is wrong', async () => {
    const owner = await (await tellStory(app)).as('system_admin');
    const { errors } = await owner.run(CREATE, { input: { slug: 5, nam: 'x' } });
    const paths = errors?.[0]?.extensions.fields.map(({ path }: { path: string[] }) => path.join('.'));
    expect([errors?.[0]?.extensions.code, paths.sort()]).toEqual(['BAD_USER_INPUT', ['nam', 'name', 'slug']]);
  });
});

describe('a node', () => {
  it('is any row by its id, to those who may read its kind', async () => {
    const story = await tellStory(app);
    const make = createMaker(app, story);
    const query =
      'query ($id: ID!) { node(id: $id) { id ... on Workspace { name } ... on Role { slug } ... on Membership { user { email } } } }';
    const ids = [
      await make.Workspace(),
      await make.Role(),
      await make.Membership(),
      await make.Tenant(),
      await make.AuditEntry(),
    ];
    for (const id of ids) {
      expect((await (await story.as('viewer')).get(query, { id })).node.id).toBe(id);
      expect((await (await story.as('member')).get(query, { id })).node).toBeNull();
    }
    expect((await (await story.as('viewer')).get(query, { id: await make.File() })).node).toBeNull();
  });
});
