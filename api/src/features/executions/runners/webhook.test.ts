// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { webhookSigningKey } from '#features/secrets/webhook-signing-key.ts';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { toNodeId } from '#platform/ids.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { type Bench, openBench } from './runner-test-bench.ts';
import { webhookRunner } from './webhook.runner.ts';

let app: TestApp;
let upstream: Upstream;
let bench: Bench;

beforeAll(async () => {
  upstream = await startUpstream();
  app = await createTestApp({ EGRESS_ALLOW: upstream.place });
  bench = await openBench(app);
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.state.answer = (_req, res) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"done":true}');
});

const call = (spec: object = {}, input = {}) =>
  bench.run(webhookRunner, { kind: 'webhook', webhookUrl: upstream.url, ...spec }, { input });

it('hands the call on, signed with the key of the tenant, and answers what comes back', async () => {
  await bench.setSecret('SERVICE_KEY', 'the key of the service');
  const spec = {
    webhookUrl: `${upstream.url}/hooks/{{input.a}}`,
    headers: { Authorization: 'Bearer ${env.SERVICE_KEY}', 'X-Signature': 'forged', 'Idempotency-Key': 'forged' },
  };
  const { runId, output } = await call(spec, { a: 1, list: ['ü'] });
  expect(output).toEqual({ done: true });
  const [{ url, method, headers, body }] = upstream.seen as [Upstream['seen'][0]];
  expect([method, url, headers.authorization]).toEqual(['POST', '/hooks/1', 'Bearer the key of the service']);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': runId });
  const tenantId = toNodeId('Tenant', bench.tenant.id);
  const input = { a: 1, list: ['ü'] };
  expect(JSON.parse(body)).toEqual({ toolCallId: runId, tool: 'tool_of_the_test', input, tenantId, runId });

  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature']))!;
  const key = await webhookSigningKey(bench.host);
  expect(createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')).toBe(signature);
  expect(Math.abs(Number(seconds) - app.clock.now().getTime() / 1_000)).toBeLessThan(5);
});

it('every tenant has a signing key of its own, which stays the same', async () => {
  const other = await openBench(app);
  const key = await webhookSigningKey(bench.host);
  expect(key).toMatch(/^whk_[\w-]{43}$/);
  expect(await webhookSigningKey(bench.host)).toBe(key);
  expect(await webhookSigningKey(other.host)).not.toBe(key);
});

it.each<[string, number, string, string, object]>([
  ['a refusal', 500, 'text/plain', 'no', { code: 'HTTP_ERROR', message: expect.stringContaining('500') }],
  ['text', 200, 'text/html', '<p>', { code: 'INVALID_RESPONSE', message: expect.stringContaining('application/json') }],
  ['broken JSON', 200, 'application/json', '{', { code: 'INVALID_RESPONSE' }],
])('%s is a failure, and it is asked once only', async (_case, status, type, body, failure) => {
  upstream.state.answer = (_req, res) => res.writeHead(status, { 'content-type': type }).end(body);
  await expect(call()).rejects.toMatchObject(failure);
  expect(upstream.seen).toHaveLength(1);
});

it('an empty answer is null', async () => {
  upstream.state.answer = (_req, res) => res.writeHead(202).end();
  expect((await call()).output).toBeNull();
});

it('redirects are not followed: the call was meant for one address', async () => {
  upstream.state.answer = (_req, res) => res.writeHead(307, { location: '/elsewhere' }).end();
  await expect(call()).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  expect(upstream.seen).toHaveLength(1);
});

it('a method without a body is refused before anything is sent', async () => {
  await expect(call({ method: 'GET' })).rejects.toMatchObject({ code: 'MISCONFIGURED' });
  expect(upstream.seen).toEqual([]);
});
