import { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '#platform/telemetry.ts';
import type { Story } from '../../test/story.ts';
import { type Headers, openWire, toAnswer, type Wire } from '../../test/wire.ts';
import { schema } from '../schema.ts';
import { startServer } from './http.ts';
import { createGraphQL } from './yoga.ts';

const WHO = '{ viewer { kind role tenant { slug } } }';
const RENAME = 'mutation { updateTenant(input: { name: "Stolen" }) { tenant { name } } }';

let wire: Wire;
let story: Story;
let key: Headers;
let person: Headers;

beforeAll(async () => {
  wire = await openWire();
  story = await wire.tellStory();
  key = await wire.key(story);
  person = await wire.person(story, 'system_admin');
});
afterAll(() => wire.close());

const tenantName = async () =>
  (await wire.app.database.system.tenant.findUniqueOrThrow({ where: { id: story.tenant.id } })).name;
const get = (query: string, headers: Headers) => wire.send(`/graphql?query=${encodeURIComponent(query)}`, { headers });

describe('a round trip', () => {
  it.each([
    ['a key', 'API_KEY', () => key],
    ['a person', 'USER', () => person],
  ] as const)('as %s over POST, GET and server-sent events', async (_caller, kind, headers) => {
    const viewer = { kind, role: 'system_admin', tenant: { slug: story.tenant.slug } };
    expect(await wire.ask(WHO, headers())).toMatchObject({ status: 200, body: { data: { viewer } } });
    expect(await get(WHO, headers())).toMatchObject({ status: 200, body: { data: { viewer } } });

    const stream = await wire.follow('subscription { settingsChanged { kind } }', headers());
    expect(stream.status).toBe(200);
    const next = stream.next();
    await wire.ask('mutation { updateTenant(input: { name: "News" }) { tenant { name } } }', headers());
    await next;
    expect(stream.events[0]).toContain('{"data":{"settingsChanged":{"kind":"TENANT"}}}');
    stream.stop();
  });

  it('names the request, and takes the name that a proxy gave it', async () => {
    expect((await wire.ask(WHO, key)).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const named = await wire.ask(WHO, { ...key, 'x-request-id': 'edge:7f.3' });
    expect(named.headers.get('x-request-id')).toBe('edge:7f.3');
    const strange = await wire.ask(WHO, { ...key, 'x-request-id': 'a b"<script>' });
    expect(strange.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ['a variable', 'mutation($input: UpdateTenantInput!) { updateTenant(input: $input) { tenant { name } } }', 7],
    ['a value in the query', 'mutation { updateTenant(input: { name: 7 }) { tenant { name } } }', undefined],
  ])('names the field of a wrong value: %s', async (_place, query, name) => {
    const { status, body } = await wire.ask(query, key, name ? { input: { name } } : {});
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([
      400,
      { code: 'BAD_USER_INPUT', fields: [{ path: ['name'] }] },
    ]);
    expect(await tenantName()).not.toBe('7');
  });

  it('refuses a number that it cannot hold, instead of rounding it', async () => {
    const body = '{"query":"query($a: JSON) { __typename }","variables":{"a":9007199254740993}}';
    const headers = { ...key, 'content-type': 'application/json' };
    const answer = await wire.send('/graphql', { method: 'POST', headers, body });
    expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([
      400,
      'The number 9007199254740993 has too many digits, or is too large. Send it as text.',
    ]);
  });

  it('is not kept by caches and not open to other origins', async () => {
    const { headers } = await wire.ask(WHO, { ...key, origin: 'https://evil.example' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the tenant of a person', () => {
  it('is the one they name, if they belong to it; another one sounds like one that does not exist', async () => {
    const other = await wire.tellStory();
    await other.as('system_admin');
    const foreign = await wire.ask(WHO, { ...person, 'x-toolcrib-tenant': other.tenant.slug });
    const unknown = await wire.ask(WHO, { ...person, 'x-toolcrib-tenant': 'no-such-tenant' });
    expect(foreign.status).toBe(403);
    expect(foreign.body.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    const { status, body } = await get(WHO, { ...person, 'x-toolcrib-tenant': other.tenant.slug });
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('does not follow from headers of other products, and a key keeps its own', async () => {
    const other = await wire.tellStory();
    const spoofed = {
      'x-tenant-id': other.tenant.id,
      'x-tenant': other.tenant.slug,
      'x-toolcrib-tenant': other.tenant.slug,
    };
    const { body } = await wire.ask(WHO, { ...key, ...spoofed });
    expect(body.data.viewer.tenant.slug).toBe(story.tenant.slug);
  });
});

describe('a credential that is worth nothing is refused, never ignored', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['an unknown key', { authorization: `Bearer tc_${'a'.repeat(43)}` }],
    ['a made-up operator key', { authorization: `Bearer op_${'a'.repeat(43)}` }],
    [
      'an unsigned token',
      { authorization: `Bearer ${part({ alg: 'none' })}.${part({ tenant: 'demo', role: 'system_admin' })}.` },
    ],
    [
      'a token that names a key file',
      { authorization: `Bearer ${part({ alg: 'HS256', kid: '../../dev/null' })}.e30.x` },
    ],
    ['another scheme', { authorization: 'Basic b3duZXI6b3duZXI=' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['a forged cookie', { cookie: 'toolcrib.session_token=abc.def' }],
    ['a cookie with an edited token', { cookie: '' }],
  ])('%s', async (name, headers) => {
    const given = name.includes('edited') ? { cookie: person.cookie!.replace(/token=./, 'token=Z') } : headers;
    for (const answer of [await wire.ask('{ __typename }', given), await get('{ __typename }', given)]) {
      expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    const stream = await wire.follow('subscription { settingsChanged { kind } }', given);
    expect(stream.status).toBe(401);
  });
});

describe('another site', () => {
  const body = JSON.stringify({ query: RENAME });
  const form = new URLSearchParams({ query: RENAME });
  const multipart = new FormData();
  multipart.set('operations', body);
  multipart.set('map', '{}');

  const attempts: [string, () => { target?: string; init: RequestInit }, number][] = [
    [
      'with a text post',
      () => ({ init: { method: 'POST', body, headers: { ...person, 'content-type': 'text/plain' } } }),
      415,
    ],
    [
      'with JSON hidden in a charset',
      () => ({
        init: { method: 'POST', body, headers: { ...person, 'content-type': 'text/plain; application/json' } },
      }),
      415,
    ],
    ['with a form', () => ({ init: { method: 'POST', body: form, headers: person } }), 415],
    ['with a multipart form', () => ({ init: { method: 'POST', body: multipart, headers: person } }), 415],
    ['without a content type', () => ({ init: { method: 'POST', body: new Blob([body]), headers: person } }), 415],
    ['with a GET', () => ({ target: `/graphql?${form}`, init: { headers: person } }), 405],
    [
      'with JSON and its own Origin',
      () => ({
        init: {
          method: 'POST',
          body,
          headers: { ...person, 'content-type': 'application/json', origin: 'https://evil.example' },
        },
      }),
      403,
    ],
    [
      'with the origin of a sandbox',
      () => ({
        init: { method: 'POST', body, headers: { ...person, 'content-type': 'application/json', origin: 'null' } },
      }),
      403,
    ],
    [
      'with another port of this machine',
      () => ({
        init: {
          method: 'POST',
          body,
          headers: { ...person, 'content-type': 'application/json', origin: 'http://127.0.0.1:1' },
        },
      }),
      403,
    ],
    [
      'over a stream',
      () => ({
        init: {
          method: 'POST',
          body,
          headers: {
            ...person,
            'content-type': 'application/json',
            accept: 'text/event-stream',
            origin: 'https://evil.example',
          },
        },
      }),
      403,
    ],
    [
      'with PUT',
      () => ({ init: { method: 'PUT', body, headers: { ...person, 'content-type': 'application/json' } } }),
      405,
    ],
  ];

  it.each(attempts)('changes nothing %s', async (_how, attempt, status) => {
    const before = await tenantName();
    const { target = '/graphql', init } = attempt();
    const answer = await wire.send(target, init);
    expect(answer.status).toBe(status);
    if (answer.body) expect(answer.body.errors?.[0]?.extensions.code).toMatch(/^[A-Z_]+$/);
    expect(await tenantName()).toBe(before);
  });

  it('is not what our own page is, under either name of this machine', async () => {
    const twin = wire.url.replace('127.0.0.1', 'localhost');
    for (const origin of [wire.url, twin]) {
      expect((await wire.ask(WHO, { ...person, origin })).status).toBe(200);
    }
  });
});

describe('introspection', () => {
  it('is enough for tools to know the whole schema', async () => {
    const { status, body } = await wire.ask(getIntrospectionQuery(), key);
    expect(status).toBe(200);
    expect(printSchema(lexicographicSortSchema(buildClientSchema(body.data)))).toBe(
      printSchema(lexicographicSortSchema(schema)),
    );
  });

  const SCHEMA = '{ __schema { types { name fields { name type { name ofType { name ofType { name } } } } } } }';
  /** A second door on the same database, with another setting. */
  async function openDoor(introspection: 'on' | 'signed-in' | 'off') {
    const { app } = wire;
    const env = { ...app.env, introspection, graphiql: introspection === 'on' };
    const engine = createGraphQL({ ...app, schema, env, spend: () => {} });
    return startServer(
      { ...app, env, engine, metrics: createMetrics(), listening: () => {}, draining: () => {}, endStreams: () => {} },
      '',
    );
  }

  it.each([
    ['on', 200, 200],
    ['signed-in', 400, 200],
    ['off', 400, 400],
  ] as const)('"%s" answers a stranger %i and a key %i', async (setting, stranger, known) => {
    const door = await openDoor(setting);
    const body = JSON.stringify({ query: SCHEMA });
    const ask = async (headers: Headers) =>
      toAnswer(
        await fetch(`${door.url}/graphql`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...headers },
        }),
      );
    const answers = [await ask({}), await ask(key)];
    expect(answers.map((answer) => answer.status)).toEqual([stranger, known]);
    for (const answer of answers) {
      if (answer.status === 200) expect(answer.body.data.__schema.types.length).toBeGreaterThan(30);
      else expect(answer.body.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
    // An earlier answer to somebody who may must not open it to those who may not.
    expect((await ask({})).status).toBe(stranger);
    const page = await toAnswer(await fetch(`${door.url}/graphql`, { headers: { accept: 'text/html' } }));
    expect(page.text.includes('GraphiQL')).toBe(setting === 'on');
    await door.stop();
  });
});
