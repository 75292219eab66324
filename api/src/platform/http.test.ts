import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEgress, type Egress, type EgressRequest } from './http.ts';
import { startLine, startUpstream, type Upstream } from './http-test-server.ts';

const forever = new AbortController().signal;
let upstream: Upstream;
let other: Upstream;
let egress: Egress;

beforeAll(async () => {
  [upstream, other] = await Promise.all([startUpstream(), startUpstream()]);
});
afterAll(() => Promise.all([upstream.close(), other.close()]));
beforeEach(() => {
  egress = createEgress({ admitted: [upstream.place, other.place] });
  upstream.seen.length = 0;
  other.seen.length = 0;
  other.state.answer = (_req, res) => res.end('other');
});
afterEach(() => egress.close());

type Answer = (res: ServerResponse, url: string) => void;
function ask(answer: Answer, request: Partial<EgressRequest> = {}, signal = forever) {
  upstream.state.answer = (req, res) => answer(res, req.url!);
  return egress.request({ url: upstream.url, ...request }, signal);
}
const redirectTo =
  (location: () => string, status = 302): Answer =>
  (res) =>
    res.writeHead(status, { location: location() }).end();

describe('a request', () => {
  it('sends what it is given and answers with status, headers and body', async () => {
    const answer = await ask((res) => res.writeHead(201, { 'x-a': '1' }).end('made'), {
      url: `${upstream.url}/a%2Fb?q=1#part`,
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'X-Mine': 'yes' },
      body: 'hello',
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-a': '1' }, url: `${upstream.url}/a%2Fb?q=1` });
    expect(answer.body.toString()).toBe('made');
    const headers = expect.objectContaining({ 'content-type': 'text/plain', 'x-mine': 'yes', host: upstream.place });
    expect(upstream.seen).toEqual([{ method: 'POST', url: '/a%2Fb?q=1', headers, body: 'hello' }]);
  });

  it('answers an empty body, also where none is allowed', async () => {
    expect((await ask((res) => res.writeHead(204).end())).body).toHaveLength(0);
    const head = (res: ServerResponse) => void res.writeHead(200, { 'content-length': 99_999_999 }).end();
    expect((await ask(head, { method: 'HEAD' })).body).toHaveLength(0);
  });

  it('uses a connection again', async () => {
    const before = upstream.state.connections;
    for (let count = 0; count < 5; count += 1) await ask((res) => res.end('ok'));
    expect(upstream.state.connections - before).toBeLessThanOrEqual(2);
  });

  it.each([
    ['a line break', { 'x-a': 'a\r\nx-b: b' }],
    ['a lone line feed', { 'x-a': 'a\nx-b: b' }],
    ['a zero byte', { 'x-a': 'a\u0000' }],
    ['letters beyond a byte', { 'x-a': '\u010a' }],
    ['a line break in its name', { 'x-a\r\nx-b': 'b' }],
    ['no name', { '': 'b' }],
    ['a host', { Host: 'inside' }],
    ['a connection', { connection: 'upgrade' }],
    ['a transfer encoding', { 'Transfer-Encoding': 'chunked' }],
    ['a length', { 'content-length': '0' }],
    ['an upgrade', { upgrade: 'h2c' }],
    ['a proxy credential', { 'Proxy-Authorization': 'x' }],
    ['the same name twice', { 'x-a': '1', 'X-A': '2' }],
    ['too many', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x-${at}`, '']))],
    ['too much', { 'x-a': 'a'.repeat(40_000) }],
  ])('with a header that has %s is refused', async (_case, headers) => {
    const asked = ask((res) => res.end(), { headers: headers as Record<string, string> });
    await expect(asked).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
    expect(upstream.seen).toEqual([]);
  });

  it.each(['CONNECT', 'TRACE', 'get', 'GET / HTTP/1.1\r\nX: '])('with the method %j is refused', async (method) => {
    await expect(ask((res) => res.end(), { method })).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
  });
});

describe('a redirect', () => {
  it('is followed three times, not four', async () => {
    const countdown: Answer = (res, url) => {
      const left = Number(url.slice(1));
      if (left === 0) res.end('there');
      else res.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect((await ask(countdown, { url: `${upstream.url}/3` })).body.toString()).toBe('there');
    const refused = (message: RegExp) => ({ code: 'REQUEST_FAILED', message: expect.stringMatching(message) });
    const tooMany = refused(/more than 3 times\. Give the address that it leads to/);
    await expect(ask(countdown, { url: `${upstream.url}/4` })).rejects.toMatchObject(tooMany);
    await expect(ask(redirectTo(() => '/'))).rejects.toMatchObject(tooMany);
    await expect(ask(countdown, { url: `${upstream.url}/1`, mostRedirects: 0 })).rejects.toMatchObject(
      refused(/not followed here\. Give the address/),
    );
  });

  it('takes credentials along within an origin, and nothing of the kind to another one', async () => {
    const headers = { authorization: 'Bearer a', cookie: 'b', 'x-api-key': 'c', 'x-any': 'd', accept: 'text/plain' };
    await ask((res, url) => (url === '/' ? redirectTo(() => '/next')(res, url) : res.end()), { headers });
    expect(upstream.seen[1]!.headers).toMatchObject(headers);
    await ask(
      redirectTo(() => other.url),
      { headers },
    );
    expect(other.seen[0]!.headers).toMatchObject({ accept: 'text/plain' });
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-any']) {
      expect(other.seen[0]!.headers).not.toHaveProperty(name);
    }
  });

  it.each([
    ['in its address', () => `${other.url}/?key=s3cr%2Ft`, {}],
    ['in its address, written otherwise', () => `${other.url}/?key=s3cr%2ft`, {}],
    ['in the body that is sent again', () => other.url, { body: '{"key":"s3cr/t"}' }],
  ])('does not carry a secret to another origin %s', async (_case, location, more) => {
    const request = { method: 'POST', secretValues: ['s3cr/t'], ...more };
    await expect(ask(redirectTo(location, 307), request)).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
    expect(other.seen).toEqual([]);
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'PATCH', 'PATCH', 'body'],
  ])('%i turns %s into %s', async (status, method, becomes, body) => {
    await ask(
      redirectTo(() => other.url, status),
      { method, body: 'body', headers: { 'content-type': 'text/plain' } },
    );
    expect(other.seen).toMatchObject([{ method: becomes, body }]);
    expect('content-type' in other.seen[0]!.headers).toBe(body !== '');
  });
});

describe('an answer', () => {
  const text = 'plain text '.repeat(1_000);
  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['identity', Buffer.from(text)],
  ])('in %s is unpacked', async (coding, bytes) => {
    const { body } = await ask((res) => res.writeHead(200, { 'content-encoding': coding }).end(bytes));
    expect(body.toString()).toBe(text);
  });

  it.each([
    ['an encoding that is not known', 'zstd', Buffer.from('x')],
    ['two encodings', 'gzip, gzip', gzipSync(gzipSync('x'))],
    ['bytes that do not unpack', 'gzip', Buffer.from('no gzip at all')],
    ['half of its bytes', 'gzip', gzipSync(text).subarray(0, 50)],
  ])('with %s fails', async (_case, coding, bytes) => {
    const asked = ask((res) => res.writeHead(200, { 'content-encoding': coding }).end(bytes));
    await expect(asked).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(9_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(9_000_000))],
    ['deflate', deflateSync(Buffer.alloc(9_000_000))],
  ])('that is a bomb in %s is cut off', async (coding, bomb) => {
    expect(9_000_000 / bomb.length).toBeGreaterThan(900);
    const asked = ask((res) => res.writeHead(200, { 'content-encoding': coding }).end(bomb));
    await expect(asked).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  });

  it('without an end is cut off at ten mebibytes', async () => {
    let sent = 0;
    const endless: Answer = async (res) => {
      const chunk = Buffer.alloc(65_536);
      const closed = once(res, 'close');
      while (!res.destroyed) {
        sent += chunk.length;
        if (!res.write(chunk)) await Promise.race([once(res, 'drain'), closed]);
      }
    };
    await expect(ask(endless)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0));
    expect(sent).toBeLessThan(30_000_000);
  });

  it('that announces too much is not read at all, and the connection is closed', async () => {
    const lines: ServerResponse[] = [];
    const announce: Answer = (res) => {
      lines.push(res);
      res.writeHead(200, { 'content-length': 10 * 2 ** 30 }).write('x');
    };
    await expect(ask(announce)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
    await vi.waitFor(() => expect(lines.map((line) => line.destroyed)).toEqual([true]));
  });

  it.each([
    ['100,000 headers', 'RESPONSE_TOO_LARGE', `HTTP/1.1 200 OK\r\n${'x-a: 1\r\n'.repeat(100_000)}\r\n`],
    ['one endless header', 'RESPONSE_TOO_LARGE', `HTTP/1.1 200 OK\r\nx-a: ${'1'.repeat(1_000_000)}`],
    ['broken chunks', 'REQUEST_FAILED', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n'],
    ['two lengths', 'REQUEST_FAILED', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 5\r\n\r\nhello'],
    ['less than announced', 'REQUEST_FAILED', 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhello'],
    ['another protocol', 'REQUEST_FAILED', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['nothing', 'REQUEST_FAILED', ''],
  ])('of %s fails cleanly', async (_case, code, bytes) => {
    const line = await startLine((socket) => socket.end(bytes));
    const guard = createEgress({ admitted: [line.place] });
    try {
      await expect(guard.request({ url: line.url }, forever)).rejects.toMatchObject({ code });
      await vi.waitFor(() => expect(line.openSockets()).toBe(0));
    } finally {
      await guard.close();
      await line.close();
    }
  });
});

describe('time', () => {
  const drip: Answer = async (res) => {
    res.writeHead(200);
    while (!res.destroyed) {
      res.write('.');
      await sleep(20);
    }
  };
  it.each([
    ['before the headers', () => undefined],
    ['within the body, byte by byte', drip],
  ])('runs out %s, and the connection is closed', async (_case, answer: Answer) => {
    const asked = ask(answer, { timeoutMs: 300 });
    await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT', message: '127.0.0.1 took longer than 0.3 seconds.' });
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0));
  });

  it('runs out over many redirects too', async () => {
    const slowly: Answer = async (res, url) => {
      await sleep(100);
      redirectTo(() => '/')(res, url);
    };
    const asked = ask(slowly, { timeoutMs: 300, mostRedirects: 100 });
    await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it.each([
    ['before the headers', () => undefined],
    ['within the body', drip],
  ])('is not lost when the caller gives up %s: the connection is closed at once', async (_case, answer: Answer) => {
    const controller = new AbortController();
    const asked = ask(answer, {}, controller.signal);
    asked.catch(() => undefined);
    await vi.waitFor(() => expect(upstream.seen).toHaveLength(1));
    const reason = new Error('cancelled by the test');
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0), { timeout: 1_000 });
  });

  it('a caller who has given up before sends nothing', async () => {
    await expect(ask((res) => res.end(), {}, AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
    expect(upstream.seen).toEqual([]);
  });

  it('a connection that nobody waits for any more is not made', async () => {
    const before = other.state.connections;
    let resolve = (_addresses: string[]) => {};
    const lookup = () => new Promise<string[]>((done) => (resolve = done));
    const guard = createEgress({ admitted: ['127.0.0.0/8'], lookup });
    const asked = guard.request({ url: `http://slow.example:${other.port}`, timeoutMs: 50 }, forever);
    await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' });
    resolve(['127.0.0.1']);
    await sleep(50);
    expect(other.state.connections).toBe(before);
    await guard.close();
  });
});

it('a connection in the making is closed when nobody waits for it any more', async () => {
  // It says nothing, so that agreeing on encryption never ends.
  const line = await startLine(() => undefined);
  const guard = createEgress({ admitted: [line.place] });
  const controller = new AbortController();
  const asked = guard.request({ url: line.url.replace('http:', 'https:') }, controller.signal);
  asked.catch(() => undefined);
  await vi.waitFor(() => expect(line.openSockets()).toBe(1));
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  await vi.waitFor(() => expect(line.openSockets()).toBe(0), { timeout: 1_000 });
  await guard.close();
  await line.close();
});

it('a host that refuses connections is named, and the path is not', async () => {
  const gone = await startUpstream();
  await gone.close();
  const guard = createEgress({ admitted: [gone.place] });
  const asked = guard.request({ url: `${gone.url}/private/path` }, forever);
  await expect(asked).rejects.toMatchObject({ code: 'REQUEST_FAILED', message: '127.0.0.1 refuses connections.' });
  await guard.close();
});
