import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { createPeople } from './people.ts';
import {
  openTestDatabase,
  PASSWORD,
  type PeopleServer,
  SECRET,
  signIn,
  startPeopleServer,
} from './people-test-server.ts';

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
beforeEach(() => {
  server.ended.length = 0;
});

const findSession = (cookie: string) => server.people.findSession({ cookie });

describe('signing in', () => {
  it('opens a session that the cookie alone proves', async () => {
    const person = await server.addPerson();
    const browser = await signIn(server, person.email);

    const session = await findSession(browser.cookieHeader);

    expect(session).toEqual({ sessionId: expect.any(String), user: person, expiresAt: expect.any(Date) });
    expect(session!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect(await server.people.findSession(new Headers({ cookie: `a=b; ${browser.cookieHeader}` }))).toEqual(session);
    expect((await browser.get('/api/auth/get-session')).body).toMatchObject({ user: { email: person.email } });
  });

  it('keeps the cookie from scripts and from other sites', async () => {
    const person = await server.addPerson();
    const answer = await server
      .openBrowser()
      .post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^toolcrib\.session_token=/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/; Secure/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('marks the cookie secure when the site is served over https', async () => {
    const secure = await startPeopleServer(database, { baseUrl: () => 'https://crib.example.com' });
    try {
      const person = await secure.addPerson();
      const browser = secure.openBrowser();
      const origin = { origin: 'https://crib.example.com' };
      const answer = await browser.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }, origin);
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-toolcrib\.session_token=.*; Secure/);
      expect(await secure.people.findSession({ cookie: browser.cookieHeader })).toMatchObject({ user: person });
      expect(await findSession(browser.cookieHeader)).toBeNull();
    } finally {
      await secure.close();
    }
  });

  it('does not care about the case of the e-mail address', async () => {
    const person = await server.people.createPerson({ email: ' Ada@Demo.TEST ', name: 'Ada', password: PASSWORD });
    expect(person.email).toBe('ada@demo.test');
    const browser = await signIn(server, 'ADA@demo.test');
    expect(await findSession(browser.cookieHeader)).toMatchObject({ user: { id: person.id } });
    expect(await server.people.findPerson('aDa@demo.test')).toEqual(person);
  });

  it('answers a wrong password, an unknown address and a person without password alike', async () => {
    const known = await server.addPerson();
    const withoutPassword = await server.people.createPerson({ email: 'no-password@demo.test', name: 'None' });
    const answers = await Promise.all(
      [known.email, 'nobody@demo.test', withoutPassword.email].map((email) =>
        server.openBrowser().post('/api/auth/sign-in/email', { email, password: 'not the password' }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(answers[2]!.body).toEqual(answers[0]!.body);
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([]);
  });

  it('never writes passwords, tokens or cookies to the log', async () => {
    const person = await server.addPerson();
    const browser = await signIn(server, person.email);
    await server.openBrowser().post('/api/auth/sign-in/email', { email: person.email, password: 'a wrong canary' });
    const text = server.logLines.join('\n');
    expect(text).toContain('Invalid password');
    expect(text).not.toContain('a wrong canary');
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain([...browser.cookies.values()][0]!.slice(0, 32));
  });
});

describe('a session cookie', () => {
  it('is worthless when changed, unsigned or signed with another secret', async () => {
    const person = await server.addPerson();
    const browser = await signIn(server, person.email);
    const [name, value] = [...browser.cookies][0]!;
    const [token, signature] = decodeURIComponent(value).split('.') as [string, string];
    const foreign = await startPeopleServer(database, { secret: `${SECRET} of somebody else` });
    await foreign.close();

    expect(await findSession(`${name}=${token}.${signature}`)).not.toBeNull();
    expect(await findSession(`${name}=${token}`)).toBeNull();
    expect(await findSession(`${name}=${token}.`)).toBeNull();
    expect(await findSession(`${name}=x${token}.${signature}`)).toBeNull();
    expect(await findSession(`${name}=%E0%A4%A`)).toBeNull();
    expect(await findSession(`other=${token}.${signature}`)).toBeNull();
    expect(await findSession('')).toBeNull();
    expect(await foreign.people.findSession({ cookie: browser.cookieHeader })).toBeNull();
  });

  it('ends with its session, and the clean-up tells about it', async () => {
    const person = await server.addPerson();
    const browser = await signIn(server, person.email);
    const { sessionId } = (await findSession(browser.cookieHeader))!;
    await database.system.authSession.update({
      where: { id: sessionId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });

    expect(await findSession(browser.cookieHeader)).toBeNull();
    expect(await server.people.removeExpired()).toBe(1);
    expect(server.ended).toEqual([{ userId: person.id, sessionId }]);
    expect(await database.system.authSession.count({ where: { id: sessionId } })).toBe(0);
  });
});

describe('signing out', () => {
  it('ends this session at once, tells about it, and leaves the others alone', async () => {
    const person = await server.addPerson();
    const [here, there] = [await signIn(server, person.email), await signIn(server, person.email)];
    const cookie = here.cookieHeader;
    const { sessionId } = (await findSession(cookie))!;

    expect(await here.post('/api/auth/sign-out')).toMatchObject({ status: 200, body: { success: true } });

    expect(here.cookies.size).toBe(0);
    expect(await findSession(cookie)).toBeNull();
    expect(server.ended).toEqual([{ userId: person.id, sessionId }]);
    expect(await findSession(there.cookieHeader)).not.toBeNull();
  });

  it('works without a body and without a session', async () => {
    const person = await server.addPerson();
    const browser = await signIn(server, person.email);
    const response = await fetch(`${server.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: browser.cookieHeader, origin: server.url },
    });
    expect(response.status).toBe(200);
    expect(await findSession(browser.cookieHeader)).toBeNull();
    expect((await server.openBrowser().post('/api/auth/sign-out')).status).toBe(200);
  });

  it('goes on when the listener fails', async () => {
    const person = await server.addPerson();
    const faulty = await startPeopleServer(database, {
      onSessionsEnded() {
        throw new Error('nobody listens');
      },
    });
    const browser = await signIn(faulty, person.email);
    const cookie = browser.cookieHeader;
    expect((await browser.post('/api/auth/sign-out')).status).toBe(200);
    expect(await faulty.people.findSession({ cookie })).toBeNull();
    await faulty.close();
  });
});

describe('own sessions', () => {
  type Listed = { id: string; token: string; userId: string; userAgent: string; ipAddress: string };

  it('can be listed and revoked one by one, also long after signing in', async () => {
    const person = await server.addPerson();
    const [here, there] = [await signIn(server, person.email), await signIn(server, person.email)];
    const other = (await findSession(there.cookieHeader))!;
    await database.system.authSession.updateMany({ where: { userId: person.id }, data: { createdAt: new Date(0) } });

    const listed = (await here.get('/api/auth/list-sessions')).body as Listed[];
    expect(listed).toHaveLength(2);
    expect(listed.every((session) => session.userId === person.id && session.ipAddress === '127.0.0.1')).toBe(true);

    const { token } = listed.find((session) => session.id === other.sessionId)!;
    expect(await here.post('/api/auth/revoke-session', { token })).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect(await findSession(there.cookieHeader)).toBeNull();
    expect(await findSession(here.cookieHeader)).not.toBeNull();
    expect(server.ended).toEqual([{ userId: person.id, sessionId: other.sessionId }]);
  });

  it('of somebody else cannot be revoked, and the answer does not tell', async () => {
    const [mallory, victim] = [await server.addPerson(), await server.addPerson()];
    const [attacker, target] = [await signIn(server, mallory.email), await signIn(server, victim.email)];
    const { token } = await database.system.authSession.findFirstOrThrow({ where: { userId: victim.id } });

    const foreign = await attacker.post('/api/auth/revoke-session', { token });
    const unknown = await attacker.post('/api/auth/revoke-session', { token: 'x'.repeat(32) });

    expect(foreign).toMatchObject({ status: unknown.status, body: unknown.body });
    expect(await findSession(target.cookieHeader)).not.toBeNull();
    expect(server.ended).toEqual([]);
  });

  it('all end with "sign out everywhere else", however many there are', async () => {
    const person = await server.addPerson();
    const here = await signIn(server, person.email);
    const expiresAt = new Date(Date.now() + 60_000);
    const many = Array.from({ length: 130 }, (_, at) => ({
      token: `${person.id}-${at}`,
      userId: person.id,
      expiresAt,
    }));
    await database.system.authSession.createMany({ data: many });

    expect((await here.post('/api/auth/revoke-other-sessions')).status).toBe(200);

    expect(await database.system.authSession.count({ where: { userId: person.id } })).toBe(1);
    expect(await findSession(here.cookieHeader)).not.toBeNull();
    expect(new Set(server.ended.map((event) => event.sessionId)).size).toBe(130);
  });

  it('need a session', async () => {
    expect((await server.openBrowser().get('/api/auth/list-sessions')).status).toBe(401);
    expect((await server.openBrowser().get('/api/auth/get-session')).body).toBeNull();
  });
});

describe('passwords', () => {
  const NEW_PASSWORD = 'another horse battery';

  it('can be changed with the current one, ending every earlier session on request', async () => {
    const person = await server.addPerson();
    const [here, there] = [await signIn(server, person.email), await signIn(server, person.email)];
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true };
    const before = here.cookieHeader;

    expect((await here.post('/api/auth/change-password', change)).status).toBe(200);

    expect(await findSession(there.cookieHeader)).toBeNull();
    expect(await findSession(before)).toBeNull();
    expect(await findSession(here.cookieHeader)).toMatchObject({ user: { id: person.id } });
    expect(server.ended).toHaveLength(2);
    await expect(signIn(server, person.email)).rejects.toThrow('401');
    await signIn(server, person.email, NEW_PASSWORD);
  });

  it('leave other sessions alone when that is not asked for', async () => {
    const person = await server.addPerson();
    const [here, there] = [await signIn(server, person.email), await signIn(server, person.email)];
    await here.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(await findSession(there.cookieHeader)).not.toBeNull();
    expect(server.ended).toEqual([]);
  });

  it('stay as they are when the current one is wrong or the new one is weak', async () => {
    const person = await server.addPerson();
    const browser = await signIn(server, person.email);
    const change = (currentPassword: string, newPassword: string) =>
      browser.post('/api/auth/change-password', { currentPassword, newPassword });

    expect(await change('not the password', NEW_PASSWORD)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    for (const weak of ['short', 'password1234', person.email, 'x'.repeat(129)]) {
      const problem = server.people.passwordProblem(weak, person.email);
      expect(await change(PASSWORD, weak)).toMatchObject({
        status: 400,
        body: { code: 'PASSWORD_TOO_WEAK', message: problem },
      });
    }
    await signIn(server, person.email);
  });

  it('can be chosen once by a person who came by a link', async () => {
    const person = await server.people.createPerson({ email: 'came-by-link@demo.test', name: 'Link' });
    const link = (await server.people.createSignInLink(person.email))!;
    const browser = server.openBrowser();
    await browser.get(link.url);

    expect((await browser.post('/api/auth/set-password', { newPassword: 'password1234' })).status).toBe(400);
    expect((await browser.post('/api/auth/set-password', { newPassword: PASSWORD })).status).toBe(200);
    await signIn(server, person.email);
    expect(await browser.post('/api/auth/set-password', { newPassword: NEW_PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_ALREADY_SET' },
    });
    expect((await browser.get('/api/auth/list-accounts')).body).toMatchObject([{ providerId: 'credential' }]);
    expect((await server.openBrowser().post('/api/auth/set-password', { newPassword: PASSWORD })).status).toBe(401);
  });
});

describe('createPerson', () => {
  it('makes no session, and stores neither the password nor a second person with the same address', async () => {
    const person = await server.addPerson();
    expect(await database.system.authSession.count({ where: { userId: person.id } })).toBe(0);
    const account = await database.system.authAccount.findFirstOrThrow({ where: { userId: person.id } });
    expect(account.password).not.toContain(PASSWORD);
    await expect(server.people.createPerson({ email: person.email.toUpperCase(), name: 'Twin' })).rejects.toMatchObject(
      { code: 'CONFLICT' },
    );
  });

  it('takes part in the transaction it is given', async () => {
    const input = { email: 'rolled-back@demo.test', name: 'Gone', password: PASSWORD };
    await expect(
      database.system.$transaction(async (transaction) => {
        await server.people.createPerson(input, transaction);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await server.people.findPerson(input.email)).toBeNull();
  });

  it('names every field that is wrong', async () => {
    await expect(
      server.people.createPerson({ email: 'not an address', name: ' ', password: 'short' }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { fields: [{ path: ['email'] }, { path: ['name'] }, { path: ['password'] }] },
    });
    await expect(server.people.createPerson({ email: 'a@demo.test', name: 'N\0l' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await server.people.findPerson('not an address\0')).toBeNull();
  });
});

it('refuses a short secret in production', () => {
  const options = {
    prisma: database.system,
    secret: 'short',
    baseUrl: () => 'https://crib.example.com',
    onSessionsEnded() {},
    log: createLog('silent'),
  };
  expect(() => createPeople({ ...options, production: true })).toThrow('32 characters');
  expect(() => createPeople({ ...options, production: false })).not.toThrow();
});
