import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createEgress, type Egress } from './http.ts';
import { guardedFetch } from './http-fetch.ts';
import { startUpstream, type Upstream } from './http-test-server.ts';

let upstream: Upstream;
let egress: Egress;
let fetchThrough: typeof fetch;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());
beforeEach(() => {
  egress = createEgress({ admitted: [upstream.place] });
  fetchThrough = guardedFetch(egress, { timeoutMs: 2_000 });
});
afterEach(() => egress.close());

it('looks like fetch', async () => {
  upstream.state.answer = (_req, res) => res.writeHead(418, { 'x-a': 'b' }).end('{"tea":true}');
  const headers = { 'content-type': 'application/json' };
  const response = await fetchThrough(upstream.url, { method: 'post', headers, body: '{}' });
  expect([response.status, response.ok, response.headers.get('x-a'), response.url]).toEqual([
    418,
    false,
    'b',
    `${upstream.url}/`,
  ]);
  expect(await response.json()).toEqual({ tea: true });
  expect(upstream.seen.at(-1)).toMatchObject({ method: 'POST', body: '{}', headers });
});

it('takes a Request, and answers without a body', async () => {
  upstream.state.answer = (_req, res) => res.writeHead(204).end();
  const response = await fetchThrough(new Request(upstream.url, { method: 'PUT', body: 'text' }));
  expect([response.status, response.body]).toEqual([204, null]);
  expect(upstream.seen.at(-1)).toMatchObject({ method: 'PUT', body: 'text' });
});

it('hands on what has come while the rest is on its way', async () => {
  let finish = () => {};
  upstream.state.answer = (_req, res) => {
    res.write('first');
    finish = () => res.end('last');
  };
  const reader = (await fetchThrough(upstream.url)).body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
  finish();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('last');
  expect((await reader.read()).done).toBe(true);
});

it.each(['abort', 'cancel'])('closes the connection on %s', async (how) => {
  upstream.state.answer = (_req, res) => void res.write('first');
  const controller = new AbortController();
  const reader = (await fetchThrough(upstream.url, { signal: controller.signal })).body!.getReader();
  await reader.read();
  const pending = reader.read();
  pending.catch(() => undefined);
  if (how === 'cancel') await reader.cancel();
  else controller.abort(new Error('enough'));
  if (how === 'abort') await expect(pending).rejects.toThrow('enough');
  await vi.waitFor(() => expect(upstream.openSockets()).toBe(0), { timeout: 1_000 });
});

it('ends a stream that takes too long', async () => {
  upstream.state.answer = (_req, res) => void res.write('first');
  const response = await guardedFetch(egress, { timeoutMs: 200 })(upstream.url);
  await expect(response.text()).rejects.toMatchObject({ code: 'TIMEOUT' });
});

it('is guarded like everything else', async () => {
  await expect(fetchThrough('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
  const form = fetchThrough(upstream.url, { method: 'POST', body: new FormData() });
  await expect(form).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
});
