import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database.ts';
import { openTestDatabase, PASSWORD, type PeopleServer, signIn, startPeopleServer } from './people-test-server.ts';

let database: Database;
let server: PeopleServer;

beforeAll(async () => {
  database = await openTestDatabase(process.env.TEST_DATABASE_URL);
  server = await startPeopleServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const SIGN_IN = '/api/auth/sign-in/email';

describe('what is not offered', () => {
  it.each([
    ['POST', '/api/auth/sign-up/email'],
    ['POST', '/api/auth/sign-in/magic-link'],
    ['POST', '/api/auth/sign-in/social'],
    ['GET', '/api/auth/callback/oidc'],
    ['POST', '/api/auth/request-password-reset'],
    ['POST', '/api/auth/reset-password'],
    ['POST', '/api/auth/change-email'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/delete-user'],
    ['POST', '/api/auth/link-social'],
    ['POST', '/api/auth/get-access-token'],
    ['GET', '/api/auth/ok'],
    ['GET', '/api/auth/error'],
    ['GET', '/api/auth/__proto__'],
    ['GET', '/api/auth/'],
  ])('%s %s is not found', async (method, target) => {
    const browser = server.openBrowser();
    const body = { email: 'new@demo.test', name: 'New', password: PASSWORD, provider: 'oidc' };
    const answer = method === 'GET' ? await browser.get(target) : await browser.post(target, body);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('signing up makes nobody', async () => {
    await server.openBrowser().post('/api/auth/sign-up/email', { email: 'x@demo.test', name: 'X', password: PASSWORD });
    expect(await server.people.findPerson('x@demo.test')).toBeNull();
    expect(server.people.singleSignOn).toBeNull();
  });

  it('another method says which one to use', async () => {
    const answer = await server.openBrowser().get(SIGN_IN);
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

describe('requests from elsewhere', () => {
  it('a foreign page can neither sign people out nor in', async () => {
    const person = await server.addPerson();
    const browser = await signIn(server, person.email);
    const foreign = { origin: 'https://evil.example' };

    expect((await browser.post('/api/auth/sign-out', {}, foreign)).status).toBe(403);
    expect((await browser.post('/api/auth/sign-out', {}, { origin: 'null' })).status).toBe(403);
    expect((await browser.post('/api/auth/revoke-sessions', {}, foreign)).status).toBe(403);
    expect(await server.people.findSession({ cookie: browser.cookieHeader })).not.toBeNull();

    const stranger = server.openBrowser();
    expect((await stranger.post(SIGN_IN, { email: person.email, password: PASSWORD }, foreign)).status).toBe(403);
    expect(stranger.cookies.size).toBe(0);
  });

  it('a cookie without an origin changes nothing', async () => {
    const browser = await signIn(server, (await server.addPerson()).email);
    const response = await fetch(`${server.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: browser.cookieHeader },
    });
    expect(response.status).toBe(403);
    expect(await server.people.findSession({ cookie: browser.cookieHeader })).not.toBeNull();
  });

  it('localhost is the same place as 127.0.0.1, and named origins are trusted', async () => {
    const person = await server.addPerson();
    const development = await startPeopleServer(database, { trustedOrigins: ['http://localhost:5173'] });
    const port = new URL(development.url).port;
    for (const [origin, status] of [
      [`http://localhost:${port}`, 200],
      ['http://localhost:5173', 200],
      ['http://localhost:5174', 403],
      [`http://localhost:${port}.evil.example`, 403],
    ] as const) {
      const body = { email: person.email, password: PASSWORD };
      expect((await development.openBrowser().post(SIGN_IN, body, { origin })).status, origin).toBe(status);
    }
    await development.close();
  });

  it('a callback to another site is refused', async () => {
    const person = await server.addPerson();
    for (const callbackURL of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const browser = server.openBrowser();
      const answer = await browser.post(SIGN_IN, { email: person.email, password: PASSWORD, callbackURL });
      expect(answer.status, callbackURL).toBe(403);
      expect(browser.cookies.size).toBe(0);
    }
  });
});

describe('bad bodies', () => {
  it.each([
    ['broken JSON', '{"email":', {}, 400],
    ['no object', '[]', {}, 400],
    ['null', 'null', {}, 400],
    ['a text', '"hello"', {}, 400],
    ['nothing', '', {}, 400],
    ['missing fields', '{}', {}, 400],
    ['wrong types', '{"email":{"$gt":""},"password":["x"]}', {}, 400],
    ['a null character', '{"email":"a\\u0000@demo.test","password":"x"}', {}, 400],
    ['deep nesting', `${'['.repeat(30_000)}`, {}, 400],
    ['deep closed nesting', `{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}`, {}, 400],
    ['a prototype', '{"__proto__":{"email":"a@demo.test","password":"x"}}', {}, 400],
    ['a form', 'email=a%40demo.test&password=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', '{"email":"a@demo.test","password":"x"}', { 'content-type': 'text/plain' }, 415],
    ['an overlong password', JSON.stringify({ email: 'a@demo.test', password: 'x'.repeat(60_000) }), {}, 400],
    ['more than 64 KiB', JSON.stringify({ email: 'a@demo.test', password: 'x'.repeat(70_000) }), {}, 413],
  ])('%s is answered with a 4xx that explains itself', async (_name, body, headers, status) => {
    const answer = await server.openBrowser().post(SIGN_IN, body, headers);
    expect(answer).toMatchObject({ status, body: { code: expect.any(String), message: expect.any(String) } });
  });

  it.each([
    ['/api/auth/revoke-session', { token: 'a\0b' }],
    ['/api/auth/revoke-session', { token: 42 }],
    ['/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 42 }],
    ['/api/auth/change-password', { currentPassword: '\ud800', newPassword: 'correct horse \ud800' }],
    ['/api/auth/set-password', {}],
  ])('%s with %j is refused by a person who is signed in', async (target, body) => {
    const browser = await signIn(server, (await server.addPerson()).email);
    const { status } = await browser.post(target, body);
    expect(status).toBe(400);
  });

  /** Sends bytes that `fetch` would not, and reads until the server hangs up. */
  function sendRaw(length: string, ...parts: string[]): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
    for (const part of parts) socket.write(part);
    return new Promise((resolve, reject) => {
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
  }

  it('a body that grows beyond 64 KiB is cut off while it arrives', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const answer = await sendRaw('Transfer-Encoding: chunked', ...Array(5).fill(chunk));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
  });

  it('a body announced as larger than 64 KiB is not even waited for', async () => {
    expect(await sendRaw('Content-Length: 1000000000')).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('a body that breaks off is no failure of ours', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head = `POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;
    await new Promise((resolve) => socket.write(head, resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.logLines.join('\n')).not.toContain('"level":"error"');
  });

  it('odd targets never reach beyond the list', async () => {
    for (const target of ['/api/auth/get-session?a=%00', '/api/auth/list-sessions?token=%00']) {
      expect((await server.openBrowser().get(target)).status).toBe(400);
    }
    for (const target of [
      '/api/auth/..%2fgraphql',
      '/api/auth//get-session',
      '/api/auth/get-session/',
      '/api/authority',
    ]) {
      expect((await server.openBrowser().get(target)).status, target).toBe(404);
    }
  });
});

describe('guessing passwords', () => {
  const guess = (target: PeopleServer, headers: Record<string, string> = {}) =>
    target.openBrowser(headers).post(SIGN_IN, { email: 'somebody@demo.test', password: 'not the password' });

  it('is stopped after ten attempts a minute by default, whatever address the caller claims', async () => {
    const strict = await startPeopleServer(database, { signInLimit: undefined });
    const statuses = [];
    for (let count = 0; count < 11; count++) {
      const address = `203.0.113.${count}`;
      const claims = { 'x-forwarded-for': address, 'x-real-ip': address, 'x-toolcrib-client-address': address };
      statuses.push((await guess(strict, claims)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);

    const refused = await guess(strict);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await strict.openBrowser().get('/api/auth/get-session')).status).toBe(200);
    await strict.close();
  });

  it('is counted per address, which a trusted proxy tells with its last entry', async () => {
    const limit = { attempts: 2, windowSeconds: 60 };
    const behindProxy = await startPeopleServer(database, { trustProxy: true, signInLimit: limit });
    const from = async (forwarded: string) => (await guess(behindProxy, { 'x-forwarded-for': forwarded })).status;

    expect([await from('203.0.113.1'), await from('198.51.100.9, 203.0.113.1')]).toEqual([401, 401]);
    expect(await from('198.51.100.10, 203.0.113.1')).toBe(429);
    expect(await from('203.0.113.1, 203.0.113.2')).toBe(401);
    await behindProxy.close();
  });
});

describe('with the database away', () => {
  it('nobody is told that they are signed out, and links lead to the sign-in page', async () => {
    const own = await openTestDatabase(process.env.TEST_DATABASE_URL);
    const failing = await startPeopleServer(own);
    const browser = await signIn(failing, (await failing.addPerson()).email);
    await own.close();

    const answer = await browser.post('/api/auth/sign-out');
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.body).toEqual({ code: expect.any(String), message: expect.any(String) });
    expect(browser.cookies.size).toBe(1);
    const session = await browser.get('/api/auth/get-session');
    expect(session).toMatchObject({
      status: 500,
      body: { code: 'INTERNAL_SERVER_ERROR', message: expect.stringContaining('Try again') },
    });
    const page = await browser.get('/api/auth/magic-link/verify?token=x&callbackURL=/');
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe('/sign-in?error=unavailable');
    expect(failing.logLines.join('\n')).not.toContain(
      decodeURIComponent([...browser.cookies.values()][0]!).slice(0, 32),
    );
    await failing.close();
  });
});
