import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { watchStatements } from '../../../test/statements.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const ROI = 'roi-calculator';
const SET = `mutation ($input: SetToolFavouriteInput!) {
  setToolFavourite(input: $input) { tool { slug isFavourite } }
}`;
const READ = `query ($slug: String!) {
  tool(slug: $slug) { isFavourite } tools(filter: { favourites: true }) { totalCount edges { node { slug } } }
}`;
const OVERRIDE = 'mutation ($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { slug } } }';

let app: TestApp;
let story: Story;
let member: Client;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  member = await story.as('member');
});

const mark = (client: Client, favourite = true, slug = ROI) => client.run(SET, { input: { slug, favourite } });
const hasIt = async (client: Client) => {
  const { tool, tools } = await client.get(READ, { slug: ROI });
  const listed = tools.edges.map(({ node }: { node: { slug: string } }) => node.slug);
  expect(tools.totalCount).toBe(listed.length);
  expect(listed).toEqual(tool.isFavourite ? [ROI] : []);
  return tool.isFavourite;
};

it('is marked and let go, however often', async () => {
  expect(await hasIt(member)).toBe(false);
  for (const favourite of [true, true, false, false]) {
    const { data, errors } = await mark(member, favourite);
    expect(errors).toBeUndefined();
    expect(data.setToolFavourite.tool).toEqual({ slug: ROI, isFavourite: favourite });
    expect(await hasIt(member)).toBe(favourite);
  }
});

it('belongs to one person in one tenant', async () => {
  await mark(member);
  const admin = await story.as('admin');
  const stranger = await (await tellStory(app)).as('member');
  for (const other of [admin, stranger]) expect(await hasIt(other)).toBe(false);
  await mark(admin, false);
  await mark(stranger, false);
  expect(await hasIt(member)).toBe(true);
});

it('is nothing a key can have, also when its maker has some', async () => {
  const key = await story.key({ role: 'member' });
  const { errors } = await mark(key);
  expect(errors?.[0]).toMatchObject({ message: 'Only people have favourites.', extensions: { code: 'FORBIDDEN' } });
  expect(await hasIt(key)).toBe(false);
});

it('can be let go when the tool is out of reach, and not be made of it', async () => {
  await mark(member);
  await (await story.as('admin')).get(OVERRIDE, { input: { slug: ROI, enabled: false } });
  expect((await member.get(READ, { slug: ROI })).tools.totalCount).toBe(0);
  expect((await mark(member)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect((await mark(member, true, 'unknown')).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect((await mark(member, false)).data).toEqual({ setToolFavourite: { tool: null } });
  expect(await app.database.system.toolFavourite.count({ where: { tenantId: story.tenant.id } })).toBe(0);
});

it('is asked of the database once for a whole page', async () => {
  const page = '{ tools { edges { node { slug isFavourite } } } }';
  await member.get(page);
  const { result, statements } = await watchStatements(() => member.get(page));
  expect(result.tools.edges.length).toBeGreaterThan(0);
  expect(statements).toHaveLength(1);
});
