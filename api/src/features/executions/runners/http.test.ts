// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { httpRunner } from './http.runner.ts';
import { type Bench, openBench } from './runner-test-bench.ts';

const CANARY = 'canary "5e/cr&t" value+41';
let app: TestApp;
let upstream: Upstream;
let other: Upstream;
let bench: Bench;

beforeAll(async () => {
  [upstream, other] = await Promise.all([startUpstream(), startUpstream()]);
  app = await createTestApp({ EGRESS_ALLOW: `${upstream.place},${other.place}` });
  bench = await openBench(app);
  await bench.setSecret('CANARY', CANARY);
  await bench.setSecret('ELSEWHERE', CANARY, ['api.example.com']);
});
afterAll(async () => {
  await app.close();
  await Promise.all([upstream.close(), other.close()]);
});
beforeEach(() => {
  upstream.seen.length = 0;
  other.seen.length = 0;
});

const json =
  (value: unknown, status = 200, type = 'application/json'): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': type }).end(JSON.stringify(value));

type Call = Parameters<Bench['run']>[2];
async function call(answer: RequestListener, spec: object = {}, more: Call = {}) {
  upstream.state.answer = answer;
  return (await bench.run(httpRunner, { kind: 'http', url: upstream.url, ...spec }, more)).output;
}

describe('a call', () => {
  it('asks with all its templates filled in, and answers with the body', async () => {
    const spec = {
      url: `${upstream.url}/items/{{input.id}}?q={{input.q}}`,
      method: 'POST',
      headers: { 'X-Who': '{{input.q}}', Authorization: 'Bearer ${secret.CANARY}' },
      body: { count: '{{input.count}}', note: 'for {{input.q}}', key: '${env.CANARY}' },
    };
    const input = { id: '../up', q: 'a b', count: 3 };
    expect(await call(json({ made: [1, 2] }, 201), spec, { input })).toEqual({ made: [1, 2] });
    expect(upstream.seen).toMatchObject([
      {
        method: 'POST',
        url: '/items/..%2Fup?q=a%20b',
        headers: { 'x-who': 'a b', authorization: `Bearer ${CANARY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ count: 3, note: 'for a b', key: CANARY }),
      },
    ]);
  });

  it.each<[string, RequestListener, object, unknown]>([
    ['JSON', json([1]), {}, [1]],
    ['JSON of a kind', json({ a: 1 }, 200, 'application/problem+json; charset=utf-8'), {}, { a: 1 }],
    ['JSON null', json(null), {}, null],
    [
      'JSON with numbers that cannot be held, as text',
      (_req, res) =>
        res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1e400,"b":9007199254740993,"c":1e2}'),
      {},
      { a: '1e400', b: '9007199254740993', c: 100 },
    ],
    [
      'text',
      (_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi</p>'),
      {},
      { text: '<p>hi</p>' },
    ],
    ['JSON that says it is text', json({ a: 1 }, 200, 'text/plain'), {}, { text: '{"a":1}' }],
    [
      'text of an older encoding',
      (_req, res) => res.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0xe9])),
      {},
      { text: 'é' },
    ],
    [
      'text of two bytes a letter',
      (_req, res) =>
        res.writeHead(200, { 'content-type': 'text/plain; charset=utf-16le' }).end(Buffer.from('né', 'utf16le')),
      {},
      { text: 'né' },
    ],
    [
      'text that is called bytes',
      (_req, res) => res.writeHead(200, { 'content-type': 'application/octet-stream' }).end('é'),
      {},
      { text: 'é' },
    ],
    ['no type', (_req, res) => res.end('x'), {}, { text: 'x' }],
    ['no content', (_req, res) => res.writeHead(204).end(), {}, null],
    ['an empty body', (_req, res) => res.end(), {}, null],
    ['a head', json({ a: 1 }), { method: 'HEAD' }, null],
  ])('understands %s', async (_case, answer, spec, output) => {
    expect(await call(answer, spec)).toEqual(output);
  });

  it.each<[string, RequestListener, string, RegExp]>([
    [
      'a refusal',
      json({ why: 'no such item' }, 404),
      'HTTP_ERROR',
      /^127\.0\.0\.1 answered 404 Not Found: .*no such item/,
    ],
    ['a long refusal', (_req, res) => res.writeHead(500).end('x'.repeat(9_000)), 'HTTP_ERROR', /^.{0,400}…$/],
    ['a refusal without words', (_req, res) => res.writeHead(503).end(), 'HTTP_ERROR', /503 Service Unavailable\.$/],
    ['a redirect to nowhere', (_req, res) => res.writeHead(304).end(), 'HTTP_ERROR', /304/],
    [
      'broken JSON',
      (_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      'INVALID_RESPONSE',
      /read/,
    ],
    ['too much', (_req, res) => res.end(Buffer.alloc(11_000_000, 'x')), 'OUTPUT_TOO_LARGE', /10,485,760 bytes/],
    ['nothing', (req) => req.socket.destroy(), 'REQUEST_FAILED', /closed the connection/],
    [
      'JSON without a floor',
      (_req, res) =>
        res.writeHead(200, { 'content-type': 'application/json' }).end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      'INVALID_RESPONSE',
      /200 levels/,
    ],
  ])('fails plainly with %s', async (_case, answer, code, message) => {
    await expect(call(answer)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('says when another try may help', async () => {
    await expect(call(json({}, 429))).rejects.toMatchObject({ retryable: true });
    await expect(call(json({}, 400))).rejects.toMatchObject({ retryable: false });
  });

  it('is not sent where it may not go', async () => {
    for (const url of ['http://127.0.0.1:1/', 'http://169.254.169.254/', 'http://localhost/', 'http://[::1]/']) {
      await expect(call(json({}), { url })).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
    }
  });

  it('ends when its time is over, and at once when it is cancelled', async () => {
    const lines: Socket[] = [];
    const silent: RequestListener = (req) => void lines.push(req.socket);
    await expect(call(silent, { timeout: 150 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const controller = new AbortController();
    const calling = call(silent, {}, { abortSignal: controller.signal });
    calling.catch(() => undefined);
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    controller.abort(new Error('cancelled'));
    await expect(calling).rejects.toThrow('cancelled');
    await vi.waitFor(() => expect(lines.map((line) => line.destroyed)).toEqual([true, true]), { timeout: 1_000 });
  });
});

describe('a secret', () => {
  const withSecret = { headers: { authorization: 'Bearer ${secret.CANARY}' } };

  it('is sent to its hosts only', async () => {
    const failure = {
      code: 'EGRESS_BLOCKED',
      message: expect.stringContaining('ELSEWHERE may not be sent to 127.0.0.1'),
    };
    for (const spec of [
      { headers: { a: '${secret.ELSEWHERE}' } },
      { url: `${upstream.url}?k=\${secret.ELSEWHERE}` },
      { method: 'POST', body: { k: ['${secret.ELSEWHERE}'] } },
    ]) {
      await expect(call(json({}), spec)).rejects.toMatchObject(failure);
    }
    await expect(call(json({}), { headers: { a: '${secret.GONE}' } })).rejects.toMatchObject({ code: 'MISCONFIGURED' });
    expect(upstream.seen).toEqual([]);
  });

  it('cannot be asked for by an input', async () => {
    const input = { x: '${secret.CANARY}' };
    await call(json({}), { method: 'POST', headers: { a: '{{input.x}}' }, body: { x: '{{input.x}}' } }, { input });
    expect(JSON.stringify(upstream.seen)).not.toContain('5e/cr');
    expect(upstream.seen[0]).toMatchObject({ headers: { a: input.x }, body: JSON.stringify(input) });
  });

  it('does not follow a redirect to another origin', async () => {
    other.state.answer = json({ ok: true });
    const away: RequestListener = (_req, res) => res.writeHead(302, { location: other.url }).end();
    expect(await call(away, withSecret)).toEqual({ ok: true });
    expect(other.seen[0]!.headers).not.toHaveProperty('authorization');
    const echo: RequestListener = (_req, res) =>
      res.writeHead(302, { location: `${other.url}/?k=${encodeURIComponent(CANARY)}` }).end();
    await expect(call(echo, withSecret)).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
    expect(other.seen).toHaveLength(1);
  });

  const spellings = () => [
    CANARY,
    encodeURIComponent(CANARY),
    Buffer.from(`x:${CANARY}`).toString('base64'),
    JSON.stringify(CANARY),
  ];
  const traces = /5e\/cr|5e%2Fcr|NWUvY3|VlL2Ny|1ZS9jc/i;

  it.each<[string, RequestListener]>([
    ['its body', json({ echo: spellings(), [CANARY]: 1 })],
    ['its text', (_req, res) => res.end(spellings().join('\n'))],
    ['an error', json({ said: spellings() }, 401)],
    ['a status line', (_req, res) => res.writeHead(500, encodeURIComponent(CANARY)).end(CANARY)],
    [
      'JSON that cannot be read',
      (_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(`{${CANARY}`),
    ],
    [
      'its type',
      (_req, res) => res.writeHead(200, { 'content-type': `text/x; k=${encodeURIComponent(CANARY)}` }).end('x'),
    ],
    [
      'a redirect',
      (_req, res) => res.writeHead(302, { location: `http://x.invalid/${encodeURIComponent(CANARY)}` }).end(),
    ],
  ])('that comes back in %s is taken out', async (_case, answer) => {
    const spec = {
      ...withSecret,
      method: 'POST',
      url: `${upstream.url}?k=\${secret.CANARY}`,
      body: { k: '${secret.CANARY}' },
    };
    const outcome = await call(answer, spec).catch((error) => ({
      code: error.code,
      message: error.message,
      stack: error.stack,
      cause: error.cause,
    }));
    const told = JSON.stringify(outcome).replace(/"stack":"(?:[^"\\]|\\.)*"/, '');
    expect(upstream.seen[0]!.body).toBe(JSON.stringify({ k: CANARY }));
    expect(told).not.toMatch(traces);
    expect(app.logged.join('\n')).not.toMatch(traces);
  });
});
