import { getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import type { Answer, Client } from '../test/client.ts';
import { createMaker, fillTenant, type Maker } from '../test/fill-tenant.ts';
import { documentFor, idPathsOf, requiredValues, rootFieldsOf, selectionOf } from '../test/schema-walk.ts';
import { watchStatements } from '../test/statements.ts';
import { type Story, tellStory } from '../test/story.ts';
import { findTenantTables, readTenantRows } from '../test/tenant-rows.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { schema } from './schema.ts';

type TypeName = keyof Awaited<ReturnType<typeof fillTenant>>;

/** Every place that takes an id, and the type whose id works there. A new place without a row fails. */
const PLACES: Record<string, TypeName> = {
  'node id': 'Role',
  'revokeApiKey input.id': 'ApiKey',
  'revokeInvitation input.id': 'Invitation',
  'updateMember input.id': 'Membership',
  'updateMember input.managerId': 'Membership',
  'removeMember input.id': 'Membership',
  'updateRole input.id': 'Role',
  'deleteRole input.id': 'Role',
  'updateWorkspace input.id': 'Workspace',
  'deleteWorkspace input.id': 'Workspace',
  'session id': 'Session',
  'verifySession id': 'Session',
  'toolRun id': 'ToolRun',
  'toolRuns filter.sessionId': 'Session',
  'executeTool input.sessionId': 'Session',
  'cancelToolRun input.id': 'ToolRun',
  'sessionEvents sessionId': 'Session',
  'toolEvents filter.userId': 'User',
  'toolRunChanged id': 'ToolRun',
  'toolRunDeltas id': 'ToolRun',
  'approval id': 'Approval',
  'verifyReceipt approvalId': 'Approval',
  'decideApproval input.id': 'Approval',
  'decideApprovals input.ids': 'Approval',
  'askRequester input.id': 'Approval',
  'answerApprover input.id': 'Approval',
  'reassignApproval input.id': 'Approval',
  'reassignApproval input.userId': 'User',
  'snoozeApproval input.id': 'Approval',
  'grantAlwaysAllow input.approvalId': 'Approval',
  'rehearseApprovalRule ruleId': 'ApprovalRule',
  'updateApprovalRule input.id': 'ApprovalRule',
  'deleteApprovalRule input.id': 'ApprovalRule',
  'orderApprovalRules input.ids': 'ApprovalRule',
};

/** Where not just any row of the type works. */
const FITTING: Record<string, 'ownApproval' | 'decided' | 'onlyRule'> = {
  'answerApprover input.id': 'ownApproval',
  'verifyReceipt approvalId': 'decided',
  'orderApprovalRules input.ids': 'onlyRule',
};

/** Where an unknown id means nothing found, and no error. */
const FINDS_NOTHING = ['toolRuns filter.sessionId', 'toolEvents filter.userId', 'decideApprovals input.ids'];

/** Where an id that cannot be one of this type is refused before anything else: it says nothing of any row. */
const REFUSES_OTHER_TYPES = ['toolEvents filter.userId'];

/** Required values beside the ids. */
const SAMPLES: Record<string, unknown> = {
  name: 'Renamed',
  slug: 'roi-calculator',
  input: { initialInvestment: 100, annualBenefit: 50, years: 3, discountRate: 5 },
  decision: 'DENY',
  text: 'Why?',
  until: new Date(Date.now() + 3_600_000).toISOString(),
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  revision: 1,
  since: '2026-01-01T00:00:00Z',
};

const GARBAGE = ['', ' ', 'null', '1', 'Role:1', '../../etc/passwd', "' OR 1=1 --", '🗝️', 'x'.repeat(100_000)];
const roots = rootFieldsOf(schema);
const places = roots.flatMap((root) =>
  idPathsOf(root.field.args).map((path) => ({ place: `${root.field.name} ${path.join('.')}`, root, path })),
);
const lists = roots.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));

type Side = { story: Story; owner: Client; make: Maker; ids: Record<TypeName, string> };
let app: TestApp;
let ours: Side;
let theirs: Side;

async function openSide(): Promise<Side> {
  const story = await tellStory(app);
  const make = createMaker(app, story);
  const [owner, ids] = [await story.as('system_admin'), await fillTenant(make)];
  // Tools are kept between requests: what is read once for all ids must not count for the first.
  await owner.get('{ tools { totalCount } }');
  return { story, make, owner, ids };
}

beforeAll(async () => {
  app = await createTestApp({ LIMIT_QUERY_COST: '1000000000', LIMIT_QUERY_TOKENS: '10000', LIMIT_QUERY_DEPTH: '30' });
  ours = await openSide();
  theirs = await openSide();
});
afterAll(() => app.close());

const readBoth = async () => [
  await readTenantRows(app, ours.story.tenant.id),
  await readTenantRows(app, theirs.story.tenant.id),
];

/** Calls a root field with `id` at one place; whatever else it needs is in order. */
function callerOf({ root, path, place }: (typeof places)[number]) {
  const home = root.field.name;
  const document = documentFor(root, [path[0]!], root.field.name === 'node' ? '{ __typename id }' : undefined);
  return async (client: Client, make: Maker, id: string) => {
    const own = new Map<string, string>();
    for (const other of places.filter((each) => each.root === root && each.place !== place)) {
      own.set(other.path.at(-1)!, await make[FITTING[other.place] ?? PLACES[other.place]!]());
    }
    const name = path.at(-1)!;
    const variables = requiredValues(root.field.args, (field) =>
      field === name ? id : (own.get(field) ?? SAMPLES[field]),
    );
    const holder = path.slice(0, -1).reduce<Record<string, unknown>>((at, step) => {
      at[step] ??= {};
      return at[step] as Record<string, unknown>;
    }, variables);
    holder[name] = Array.isArray(holder[name]) ? [id] : id;
    expect(PLACES[`${home} ${path.join('.')}`]).toBeDefined();
    return watchStatements(() =>
      root.operation === 'subscription' ? openOnce(client, document, variables) : client.run(document, variables),
    );
  };
}

/** Whether a stream begins. */
async function openOnce(client: Client, document: string, variables: Record<string, unknown>): Promise<Answer> {
  const stream = await client.follow(document, variables);
  if (stream.refused) return stream.refused;
  await stream.end();
  return { data: { began: true } };
}

it('knows every place that takes an id', () => {
  expect(places.map(({ place }) => place).sort()).toEqual(Object.keys(PLACES).sort());
});

it('has rows of both tenants in every table', async () => {
  const [mine, other] = await readBoth();
  const empty = (await findTenantTables(app)).filter((table) => !mine![table]?.length || !other![table]?.length);
  expect(empty).toEqual([]);
});

describe.each(places)('$place', (place) => {
  const call = callerOf(place);

  it("answers another tenant's id as an unknown one, and touches neither tenant", async () => {
    const before = await readBoth();
    for (const type of Object.keys(theirs.ids) as TypeName[]) {
      const foreign = await call(ours.owner, readOnly(ours), theirs.ids[type]);
      const random = await call(ours.owner, readOnly(ours), toNodeId(type, newId()));
      expect([type, foreign.result]).toEqual([type, random.result]);
      expect(foreign.statements).toEqual(random.statements);
      if (FINDS_NOTHING.includes(place.place)) continue;
      const code = foreign.result.errors?.[0]?.extensions.code;
      expect(code ?? Object.values(foreign.result.data)[0]).toBeOneOf([
        'NOT_FOUND',
        'BAD_USER_INPUT',
        'CONFLICT',
        null,
      ]);
    }
    expect(await readBoth()).toEqual(before);
  });

  it('answers ids of other types and ids that are none as unknown ones too', async () => {
    const before = await readBoth();
    const unknown = await call(ours.owner, readOnly(ours), toNodeId(PLACES[place.place]!, newId()));
    const wrong = Object.entries(ours.ids).filter(
      ([type]) => place.place !== 'node id' && type !== PLACES[place.place],
    );
    for (const id of [...wrong.map(([, own]) => own), ...GARBAGE]) {
      const answer = await call(ours.owner, readOnly(ours), id);
      if (REFUSES_OTHER_TYPES.includes(place.place))
        expect([id.slice(0, 50), answer.result.errors?.[0]?.extensions.code]).toEqual([
          id.slice(0, 50),
          'BAD_USER_INPUT',
        ]);
      else expect([id.slice(0, 50), answer.result]).toEqual([id.slice(0, 50), unknown.result]);
    }
    expect(await readBoth()).toEqual(before);
  });

  it('works with an id of its own', async () => {
    const side = await openSide();
    const { result } = await call(
      side.owner,
      side.make,
      await side.make[FITTING[place.place] ?? PLACES[place.place]!](),
    );
    expect(result.errors).toBeUndefined();
    expect(Object.values(result.data)[0]).not.toBeNull();
  });
});

/** The rows that are there already, in place of fresh ones. */
function readOnly({ make, ids }: Side): Maker {
  const kept = Object.fromEntries(Object.entries(ids).map(([type, id]) => [type, async () => id]));
  return { ...make, ...kept } as Maker;
}

describe('what a tenant reads', () => {
  const readable = roots.filter(
    ({ operation, field }) => operation === 'query' && !field.args.some((arg) => String(arg.type).endsWith('!')),
  );
  /** Reads what it is given, and no row. */
  const NEEDS_ARGUMENTS = ['readToolSchema'];
  const readAll = async (client: Client): Promise<Record<string, string>> => {
    const texts: Record<string, string> = {};
    for (const root of readable.filter(({ field }) => !NEEDS_ARGUMENTS.includes(field.name))) {
      const { data, errors } = await client.run(documentFor(root, [], selectionOf(root.field.type)));
      if (errors && errors[0]?.extensions.code !== 'FORBIDDEN') throw new Error(JSON.stringify(errors));
      texts[root.field.name] = JSON.stringify(data);
    }
    return texts;
  };

  it('holds all of its own and not a word of another', async () => {
    const [mine, other] = [Object.values(await readAll(ours.owner)), Object.values(await readAll(theirs.owner))];
    const { File: _file, ...listed } = theirs.ids;
    for (const id of Object.values(listed)) expect(other.some((text) => text.includes(id))).toBe(true);
    const word = theirs.story.tenant.slug.slice(2);
    const secrets = [word, theirs.story.tenant.id, ...Object.values(theirs.ids)];
    for (const secret of secrets) expect(mine.filter((text) => text.includes(secret))).toEqual([]);
  });

  it.each(['members', 'apiKeys', 'invitations', 'auditEntries'])('counts only its own %s', async (list) => {
    const { [list]: page } = await ours.owner.get(`{ ${list}(first: 100) { totalCount edges { node { id } } } }`);
    expect(page.totalCount).toBe(page.edges.length);
  });
});

/** A cursor of each list that our owner has, and one of an event. */
async function readCursors(): Promise<Record<string, string>> {
  const cursors: Record<string, string> = {};
  for (const name of lists.map(({ field }) => field.name).filter((list) => list !== 'tenants')) {
    const { [name]: page } = await ours.owner.get(`{ ${name}(first: 1) { edges { cursor } } }`);
    cursors[name] = page.edges[0].cursor;
  }
  const stream = await ours.owner.follow('subscription { toolEvents(last: 10) { cursor } }');
  cursors.toolEvents = (await stream.next!()).toolEvents.cursor;
  await stream.end!();
  return cursors;
}

describe.each(lists.map((root) => ({ name: root.field.name, root })))('pages of $name', ({ name, root }) => {
  const isOperators = name === 'tenants';
  const query = `query ($first: Int, $after: String) { ${name}(first: $first, after: $after) { edges { cursor } } }`;
  const asker = () => (isOperators ? ours.story.operator : ours.owner);

  it.each([99_999_999, 101, 0, -1])('refuse first: %i without asking the database', async (first) => {
    const { result, statements } = await watchStatements(() => asker().run(query, { first }));
    expect(result.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['first'] }] });
    expect(statements).toEqual([]);
  });

  it('refuse a cursor of another tenant and one that is none, without asking the database', async () => {
    const donor = isOperators ? ours.owner : theirs.owner;
    const list = isOperators ? 'members' : name;
    const { [list]: page } = await donor.get(`{ ${list} { edges { cursor } } }`);
    const foreign: string = page.edges[0].cursor;
    for (const after of [
      '',
      foreign,
      foreign.slice(0, -2),
      `${foreign}AA`,
      newId(),
      '🗝️',
      `${'é'.repeat(12)}AAAA`,
      'x'.repeat(10_000),
    ]) {
      const { result, statements } = await watchStatements(() => asker().run(query, { after }));
      expect(result.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['after'] }] });
      expect(statements).toEqual([]);
    }
    const { [name]: own } = await asker().get(query, {});
    expect(await asker().code(query, { after: own.edges[0].cursor })).toBeUndefined();
  });

  it('refuse a cursor of every other list, without asking the database', async () => {
    for (const [other, after] of Object.entries(await readCursors())) {
      const { result, statements } = await watchStatements(() => asker().run(query, { after }));
      if (other === name) expect(result.errors).toBeUndefined();
      else expect([other, result.errors?.[0]?.extensions.code, statements]).toEqual([other, 'BAD_USER_INPUT', []]);
    }
  });

  it('have no way back', async () => {
    expect(root.field.args.map((arg) => arg.name)).not.toContain('last');
    expect(await asker().code(`{ ${name}(first: 1, last: 1) { totalCount } }`)).toBe('BAD_USER_INPUT');
  });
});

it('refuses a cursor before it looks up what a member may see', async () => {
  const [member, { apiKeys }] = [await ours.story.as('member'), await readCursors()];
  const query = 'query ($after: String) { approvals(after: $after) { totalCount } }';
  const { result, statements } = await watchStatements(() => member.run(query, { after: apiKeys }));
  expect([result.errors?.[0]?.extensions.code, statements]).toEqual(['BAD_USER_INPUT', []]);
});

it("does not hear another tenant's news", async () => {
  const stream = await ours.owner.follow('subscription { settingsChanged { kind id } }');
  const next = stream.next!();
  await theirs.make.Workspace();
  await theirs.make.Role();
  const id = await ours.make.Workspace();
  expect(await next).toEqual({ settingsChanged: { kind: 'WORKSPACE', id } });
  await stream.end!();
});
