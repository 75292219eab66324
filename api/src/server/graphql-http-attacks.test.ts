import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchStatements } from '../../test/statements.ts';
import type { Story } from '../../test/story.ts';
import { readTenantRowsBesideAudit, type TenantRows } from '../../test/tenant-rows.ts';
import { type Headers, openWire, type Wire, type WireAnswer } from '../../test/wire.ts';

const CREATE = 'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { workspace { name } } }';

let wire: Wire;
let story: Story;
let key: Headers;
let before: TenantRows;

beforeAll(async () => {
  wire = await openWire();
  story = await wire.tellStory();
  key = await wire.key(story);
});
afterAll(() => wire.close());

const readRows = () => readTenantRowsBesideAudit(wire.app, story.tenant.id);
const json = (headers: Headers = {}) => ({ 'content-type': 'application/json', ...key, ...headers });
const post = (body: BodyInit, headers: Headers = {}) =>
  wire.send('/graphql', { method: 'POST', headers: json(headers), body });

const errorOf = ({ body }: WireAnswer) => body.errors?.[0]?.extensions;

/** The caller's mistake: a 4xx with a stable code, and nothing about our insides. */
function expectRefusal(answer: WireAnswer, status: number, code: string): void {
  expect([answer.status, errorOf(answer)?.code]).toEqual([status, code]);
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(|SELECT |INSERT |prisma|Did you mean/i);
}

beforeEach(async () => {
  before = await readRows();
});
afterEach(async () => {
  expect(await readRows()).toEqual(before);
});

describe('a document', () => {
  const nested = (depth: number) => `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`;
  const aliases = (count: number, field: string) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`;
  const fragments = Array.from(
    { length: 12 },
    (_, at) => `fragment F${at} on Viewer { permissions ...F${at + 1} }`,
  ).join(' ');
  const spread = `{ viewer { ...F0 } } ${fragments} fragment F12 on Viewer { kind }`;
  const deep =
    '{ viewer { membership { manager { manager { manager { manager { manager { manager { manager { manager { id } } } } } } } } } } }';
  const circle = 'query { viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }';
  const costly = aliases(
    12,
    'members(first: 100) { edges { node { id user { id name email } role { id name slug } } } }',
  ).replaceAll('\n', ' ');

  it.each([
    ['nested 10,000 deep', nested(10_000), 'TOO_MANY_TOKENS'],
    ['nested 300 deep', nested(300), 'QUERY_TOO_DEEP'],
    ['a little too deep', deep, 'QUERY_TOO_DEEP'],
    ['with 5,000 aliases', aliases(5_000, '__typename'), 'TOO_MANY_TOKENS'],
    ['with 100 aliases', aliases(100, '__typename'), 'TOO_MANY_ALIASES'],
    [
      'with 100 aliases of a mutation',
      `mutation ${aliases(60, 'updateTenant(input: $i) { __typename }')}`,
      'TOO_MANY_ALIASES',
    ],
    ['with 60 directives', `{ __typename ${'@include(if: true) '.repeat(60)} }`, 'TOO_MANY_DIRECTIVES'],
    ['of 2,000 texts', `{ viewer(x: [${'"x" '.repeat(2_000)}]) { kind } }`, 'TOO_MANY_TOKENS'],
  ])('%s is refused before it is looked at', async (_name, query, reason) => {
    const { result, statements } = await watchStatements(() => wire.ask(query, {}));
    expectRefusal(result, 400, 'LIMIT_EXCEEDED');
    expect(errorOf(result)?.reason).toBe(reason);
    expect(statements).toEqual([]);
  });

  it('that asks too much is refused before the database is asked', async () => {
    const warm = await wire.ask('{ viewer { kind } }', key);
    expect(warm.status).toBe(200);
    const { result, statements } = await watchStatements(() => wire.ask(costly, key));
    expectRefusal(result, 400, 'LIMIT_EXCEEDED');
    expect(errorOf(result)?.reason).toBe('QUERY_TOO_COSTLY');
    expect(statements).toEqual([]);
  });

  it.each([
    ['with fragments in a circle', circle],
    [
      'with fragments in a chain that repeat a field',
      spread.replace('...F1 }', '...F1 ...F1 }').replace('kind', 'nothing'),
    ],
    ['with a field that is not there', '{ viewr { kind } }'],
    ['with an argument that is not there', '{ members(firts: 1) { totalCount } }'],
    ['with a mistake', '{ viewer { '],
    ['of nothing', ' '],
    ['of types alone', 'type Query { a: Int }'],
    ['that declares a variable twice', 'query ($a: Int, $a: Int) { members(first: $a) { totalCount } }'],
    ['that uses an undeclared variable', '{ members(first: $a) { totalCount } }'],
    ['with a NUL in a text', '{ members(search: "a\\u0000b") { totalCount } }'],
    ['with half a character in a text', '{ members(search: "a\\ud800b") { totalCount } }'],
  ])('%s is a mistake of the caller, without a hint what would be right', async (_name, query) => {
    expectRefusal(await wire.ask(query, key), 400, 'BAD_USER_INPUT');
  });

  it('costs at most 5 ms to refuse', () => {
    const viewer = { kind: 'anonymous' } as const;
    const context = { ...wire.app.createContext(viewer, 'x'), costLimit: 1, credential: { kind: 'none' } as const };
    const { yoga } = wire.app.engine;
    const times = Array.from({ length: 41 }, (_, at) => {
      const query = `${nested(10_000)}${' '.repeat(at)}`;
      const started = process.cpuUsage();
      const enveloped = yoga.getEnveloped({ door: context, viewer, params: { query } } as never);
      expect(() => enveloped.parse(query)).toThrow();
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1_000;
    }).sort((a, b) => a - b);
    expect(times[20]).toBeLessThanOrEqual(5);
  });
});

describe('a request', () => {
  const two = 'query A { __typename } query B { __typename }';
  it.each([
    ['is not JSON', '{"query":'],
    ['is empty', ''],
    ['is a list of operations', JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }])],
    ['is an empty list', '[]'],
    ['is null', 'null'],
    ['is a text', '"{ __typename }"'],
    ['has no query', '{}'],
    ['has a number as query', '{"query":42}'],
    ['has null as query', '{"query":null}'],
    ['has an empty query', '{"query":""}'],
    ['has a list of variables', '{"query":"{ __typename }","variables":[]}'],
    ['has a text of variables', '{"query":"{ __typename }","variables":"{}"}'],
    ['has a number as operationName', '{"query":"{ __typename }","operationName":5}'],
    ['names an unknown operation', JSON.stringify({ query: two, operationName: 'C' })],
    ['has two operations and names none', JSON.stringify({ query: two })],
    ['has a list as extensions', '{"query":"{ __typename }","extensions":[]}'],
  ])('that %s is answered with 400', async (_name, body) => {
    expectRefusal(await post(body), 400, 'BAD_USER_INPUT');
    const streamed = await post(body, { accept: 'text/event-stream' });
    expect([streamed.status, streamed.text]).toEqual([400, expect.stringContaining('"code":"BAD_USER_INPUT"')]);
  });

  it('that follows something without a stream is told how to', async () => {
    const answer = await wire.ask('subscription { settingsChanged { kind } }', key);
    expectRefusal(answer, 400, 'BAD_USER_INPUT');
    expect(answer.body.errors?.[0]?.message).toContain('text/event-stream');
  });

  it.each(['application/json', 'text/event-stream'])(
    'of 2 MiB is refused (accepting %s), announced or not',
    async (accept) => {
      const large = JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(2 * 1_048_576) } });
      expectRefusal(await post(large, { accept }), 413, 'LIMIT_EXCEEDED');
      const chunked = new ReadableStream({
        pull(controller) {
          controller.enqueue(Buffer.alloc(65_536, ' '));
        },
      });
      const init = { method: 'POST', body: chunked, headers: json({ accept }), duplex: 'half' } as RequestInit;
      const answer = await wire.send('/graphql', init).catch(() => undefined);
      if (answer) expectRefusal(answer, 413, 'LIMIT_EXCEEDED');
    },
  );

  it('that is compressed is refused unread', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const memory = process.memoryUsage().rss;
    for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip']) {
      expect((await post(bomb, { 'content-encoding': encoding })).status).toBe(415);
    }
    expect(process.memoryUsage().rss - memory).toBeLessThan(100_000_000);
  });

  it.each(['application/json', 'text/event-stream'])(
    'whose body never ends is cut off within 10 s (accepting %s)',
    { timeout: 20_000, concurrent: true },
    async (accept) => {
      const started = performance.now();
      const ended = await new Promise<{ status?: number }>((resolve) => {
        const open = request(`${wire.url}/graphql`, { method: 'POST', headers: json({ accept }) });
        open.on('response', (response) => resolve({ status: response.statusCode }));
        open.on('error', () => resolve({}));
        open.write('{"query":"{');
      });
      expect(ended.status).toBe(408);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );
});

describe('values', () => {
  const create = (name: unknown, slug = 'fine') => wire.ask(CREATE, key, { input: { slug, name } });
  const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  it.each([
    ['with NUL', 'a\u0000b'],
    ['with half a character', 'a\ud800b'],
    ['of 900,000 characters', 'x'.repeat(900_000)],
    ['that are no text', 42],
    ['that are a list', ['x']],
    ['that are an object', { constructor: { prototype: { polluted: true } } }],
  ])('%s are refused at their field', async (_name, name) => {
    expectRefusal(await create(name), 400, 'BAD_USER_INPUT');
  });

  it.each([2 ** 53, 2 ** 31, -(2 ** 31) - 1, 1.5, -0, '1', 'NaN', true, {}, []])(
    'first: %o is refused',
    async (first) => {
      const query = 'query ($first: Int) { members(first: $first) { totalCount } }';
      expectRefusal(await wire.ask(query, key, { first }), 400, 'BAD_USER_INPUT');
    },
  );

  it('beyond all numbers are refused', async () => {
    const query = 'query ($first: Int) { members(first: $first) { totalCount } }';
    expectRefusal(await post(`{"query":${JSON.stringify(query)},"variables":{"first":1e400}}`), 400, 'BAD_USER_INPUT');
    expectRefusal(await wire.ask('{ members(first: 9007199254740993) { totalCount } }', key), 400, 'BAD_USER_INPUT');
  });

  it.each([
    ['a prototype', '{"input":{"slug":"fine","name":"x","__proto__":{"polluted":true}}}'],
    ['a prototype at the top', '{"__proto__":{"polluted":true},"input":{"slug":"fine","name":"x"}}'],
    ['a constructor', '{"input":{"slug":"fine","name":"x","constructor":{"prototype":{"polluted":true}}}}'],
  ])('that smuggle %s are refused and pollute nothing', async (_name, variables) => {
    const answer = await post(`{"query":${JSON.stringify(CREATE)},"variables":${variables}}`);
    expectRefusal(answer, 400, 'BAD_USER_INPUT');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['nested 1,000 deep', () => nest(1_000)],
    ['nested 100,000 deep', () => nest(100_000)],
    ['with 60,000 names', () => `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":${at}`).join()}}`],
  ])('%s are refused in a moment, with a short answer', async (_name, input) => {
    const started = process.cpuUsage();
    const answer = await post(`{"query":${JSON.stringify(CREATE)},"variables":{"input":${input()}}}`);
    const { user, system } = process.cpuUsage(started);
    expect([answer.status, errorOf(answer)?.code]).toEqual([
      400,
      expect.stringMatching(/^(BAD_USER_INPUT|LIMIT_EXCEEDED)$/),
    ]);
    expect((user + system) / 1_000).toBeLessThan(1_000);
    expect(answer.text.length).toBeLessThan(5_000);
  });
});

describe('unusual texts', () => {
  const NAMES = [
    'مساحة عمل',
    'a\u200bb\u200d',
    '\u202eevil',
    '🗝️ ключ',
    "Robert'); DROP TABLE workspaces;--",
    '<script>alert(1)</script>',
  ];
  it('are kept exactly as they are', async () => {
    const other = await wire.tellStory();
    const headers = await wire.key(other);
    for (const [at, name] of NAMES.entries()) {
      const { body } = await wire.ask(CREATE, headers, { input: { slug: `w-${at}`, name } });
      expect(body.data.createWorkspace.workspace.name).toBe(name);
    }
    const { body } = await wire.ask('{ workspaces { name } }', headers);
    expect(body.data.workspaces.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(NAMES));
  });
});
