import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../test/client.ts';
import { createMaker, fillTenant, type Maker } from '../test/fill-tenant.ts';
import { documentFor, type RootField, rootFieldsOf, selectionOf } from '../test/schema-walk.ts';
import { watchStatements } from '../test/statements.ts';
import { tellStory } from '../test/story.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { schema } from './schema.ts';

/** How many statements a page takes, however many rows are on it. A number that grows here is a page that got slower. */
const PAGES: [name: string, statements: number, query: string][] = [
  ['members', 1, '{ members(first: 100) { edges { node { id } } } }'],
  ['members with their number', 2, '{ members(first: 100) { totalCount edges { node { id } } } }'],
  [
    'members with person, role and manager',
    6,
    '{ members(first: 100) { edges { node { id apiKeyCount user { name email } role { slug permissions } manager { user { name } } } } } }',
  ],
  [
    'API keys with role and rights',
    6,
    '{ apiKeys(first: 100) { edges { node { name status role { slug } permissions effectivePermissions } } } }',
  ],
  ['roles with rights and number of members', 2, '{ roles { slug permissions memberCount } }'],
  ['invitations with role', 2, '{ invitations(first: 100) { edges { node { email status role { name } } } } }'],
  ['audit entries', 1, '{ auditEntries(first: 100) { edges { node { seq action actorLabel targetId details } } } }'],
  [
    'tools with what a library shows',
    1, // favourites; the shelf is kept
    '{ tools(filter: { includeUnavailable: true }, first: 100) { edges { node { name isFavourite base { name } availability { reason } } } } }',
  ],
  ['workspaces', 1, '{ workspaces { slug name } }'],
];

let app: TestApp;
let make: Maker;
let owner: Client;

beforeAll(async () => {
  app = await createTestApp({ LIMIT_QUERY_COST: '1000000000', LIMIT_QUERY_TOKENS: '10000', LIMIT_QUERY_DEPTH: '30' });
  const story = await tellStory(app);
  make = createMaker(app, story);
  owner = await story.as('system_admin');
  await addRows();
});
afterAll(() => app.close());

/** One more of each kind, bound to each other where they can be. */
async function addRows(): Promise<void> {
  const { Membership: managerId } = await fillTenant(make);
  const { roles } = await owner.get('{ roles { slug builtIn } }');
  const custom = roles.find((role: { builtIn: boolean }) => !role.builtIn).slug;
  const id = await make.Membership(custom);
  await owner.get('mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
    input: { id, managerId },
  });
  await owner.get('mutation ($role: String) { createApiKey(input: { name: "k", role: $role }) { secret } }', {
    role: custom,
  });
  await make.invite(undefined, custom);
}

async function countStatements(query: string): Promise<{ rows: number; statements: number }> {
  const { result, statements } = await watchStatements(() => owner.get(query));
  const [page] = Object.values<{ edges?: unknown[]; length?: number }>(result);
  return { rows: page!.edges?.length ?? page!.length ?? 0, statements: statements.length };
}

describe('a page costs the same however many rows it has', () => {
  const readable = rootFieldsOf(schema)
    .filter(
      ({ operation, field }) => operation === 'query' && !field.args.some((arg) => String(arg.type).endsWith('!')),
    )
    .filter(({ field }) => !['tenants', 'operatorStatus', 'readToolSchema'].includes(field.name));
  // A page of runs for each tool of a page is a query each; what the query costs says so.
  const allOf = (root: RootField) => documentFor(root, [], selectionOf(root.field.type, ['ToolRunConnection']));
  const everything = readable.map((root) => [`all of ${root.field.name}`, allOf(root)] as const);
  const few = new Map<string, { rows: number; statements: number }>();

  it.each(PAGES)('%s: %i statements', async (name, statements, query) => {
    await countStatements(query);
    const counted = await countStatements(query);
    expect(counted.statements).toBe(statements);
    few.set(name, counted);
  });

  it('and with three times as many rows', async () => {
    for (const [name, query] of everything) {
      // What is kept between requests is read by whoever comes first.
      await countStatements(query);
      few.set(name, await countStatements(query));
    }
    for (let at = 0; at < 4; at += 1) await addRows();
    for (const [name, , query] of PAGES) {
      await countStatements(query);
      const many = await countStatements(query);
      expect([name, many.statements]).toEqual([name, few.get(name)!.statements]);
      expect(many.rows).toBeGreaterThan(few.get(name)!.rows);
    }
    for (const [name, query] of everything) {
      await countStatements(query);
      expect([name, (await countStatements(query)).statements]).toEqual([name, few.get(name)!.statements]);
    }
  });
});
