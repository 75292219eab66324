// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { type Client, clientFor } from '../../../../test/client.ts';
import { tellStory } from '../../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';

const OFFERED = 'canary-of-the-operator-7f3a';
const HIDDEN = 'canary-of-nobody-91cc';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const SECRET = 'mutation($input: SetSecretInput!) { setSecret(input: $input) { secret { isSet } } }';
const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { status output error { code message } } error { code message } } }`;

let app: TestApp;
let upstream: Upstream;
let admin: Client;
beforeAll(async () => {
  upstream = await startUpstream((req, res) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ said: req.headers['x-key'] })),
  );
  app = await createTestApp({
    EGRESS_ALLOW: upstream.place,
    TOOL_ENV_ALLOW: 'OFFERED_KEY@127.0.0.1,ELSEWHERE_KEY@api.example.com',
    ...{ OFFERED_KEY: OFFERED, ELSEWHERE_KEY: OFFERED, HIDDEN_KEY: HIDDEN },
  });
  const story = await tellStory(app);
  admin = clientFor(app, (await story.as('admin')).viewer);
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

async function call(slug: string, key: string) {
  await admin.get(CREATE, {
    input: {
      slug,
      name: slug,
      description: 'Sends a key.',
      category: 'test',
      icon: 'key',
      fields: [],
      executionSpec: { kind: 'http', url: upstream.url, headers: { 'X-Key': key } },
    },
  });
  const { data, errors } = await admin.run(EXECUTE, { input: { slug, input: {} } });
  return errors?.[0]?.extensions?.code ?? data?.executeTool.run;
}

it('sends a variable that the operator offers, and tells it to nobody', async () => {
  expect(await call('offered', '${env.OFFERED_KEY}')).toMatchObject({
    status: 'SUCCESS',
    output: { said: '[secret env.OFFERED_KEY]' },
  });
  expect(upstream.seen.at(-1)?.headers['x-key']).toBe(OFFERED);
  const { system } = app.database;
  const stored = [
    await system.sessionEvent.findMany(),
    await system.auditEntry.findMany(),
    await system.runHead.findMany(),
    await system.tool.findMany(),
  ];
  const told = JSON.stringify(stored, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(told).toContain('[secret env.OFFERED_KEY]');
  expect(told + app.logged.join('')).not.toContain(OFFERED);
});

it('tells authors the names that are offered, where they can be used', async () => {
  const { executionKinds } = await admin.get('{ executionKinds { kind variables } }');
  const offered = executionKinds.filter(({ variables }: { variables: string[] }) => variables.length > 0);
  const variables = ['OFFERED_KEY', 'ELSEWHERE_KEY'];
  expect(offered).toEqual([
    { kind: 'http', variables },
    { kind: 'webhook', variables },
  ]);
});

it('sends none to a host that it is not meant for', async () => {
  const before = upstream.seen.length;
  expect(await call('elsewhere', '${env.ELSEWHERE_KEY}')).toMatchObject({
    status: 'ERROR',
    error: { code: 'EGRESS_BLOCKED' },
  });
  expect(upstream.seen.length).toBe(before);
});

it('takes any other name for a secret of the tenant, and withholds the tool until it is set', async () => {
  const before = upstream.seen.length;
  expect(await call('hidden', '${env.HIDDEN_KEY}')).toBe('NOT_FOUND');
  expect(await call('secret', '${secret.OFFERED_KEY}')).toBe('NOT_FOUND');
  expect(upstream.seen.length).toBe(before);

  for (const key of ['HIDDEN_KEY', 'OFFERED_KEY']) {
    await admin.get(SECRET, { input: { key, value: `ours-${key}`, hosts: ['127.0.0.1'] } });
  }
  for (const [slug, key] of [
    ['hidden', 'HIDDEN_KEY'],
    ['secret', 'OFFERED_KEY'],
  ]) {
    await admin.get(EXECUTE, { input: { slug, input: {} } });
    expect(upstream.seen.at(-1)?.headers['x-key']).toBe(`ours-${key}`);
  }
});
