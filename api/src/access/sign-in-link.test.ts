import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database.ts';
import { openTestDatabase, PASSWORD, type PeopleServer, signIn, startPeopleServer } from './people-test-server.ts';
import { isLocalPath } from './sign-in-link.ts';

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

async function createLink(next?: string): Promise<{ email: string; url: string; expiresAt: Date }> {
  const { email } = await server.addPerson();
  return { email, ...(await server.people.createSignInLink(email, { next }))! };
}

async function open(url: string) {
  const browser = server.openBrowser();
  const answer = await browser.get(url);
  return { status: answer.status, location: answer.headers.get('location'), cookie: browser.cookieHeader };
}

describe('a sign-in link', () => {
  it('signs the person in and leads to the page asked for', async () => {
    const link = await createLink('/t/demo/tools?tab=all');
    expect(link.url).toMatch(`${server.url}/api/auth/magic-link/verify?token=`);

    const opened = await open(link.url);

    expect(opened).toMatchObject({ status: 302, location: '/t/demo/tools?tab=all' });
    expect(await server.people.findSession({ cookie: opened.cookie })).toMatchObject({ user: { email: link.email } });
  });

  it('works once and only once', async () => {
    const link = await createLink();
    expect((await open(link.url)).location).toBe('/');
    expect(await open(link.url)).toEqual({ status: 302, location: '/sign-in?error=link-used', cookie: '' });
  });

  it('lets one of many racing callers in', async () => {
    const link = await createLink();
    const opened = await Promise.all(Array.from({ length: 10 }, () => open(link.url)));
    expect(opened.filter(({ cookie }) => cookie !== '')).toHaveLength(1);
    expect(opened.filter(({ location }) => location === '/sign-in?error=link-used')).toHaveLength(9);
  });

  it('lasts fifteen minutes, then leads to the sign-in page', async () => {
    const link = await createLink();
    expect(link.expiresAt.getTime() - Date.now()).toBeGreaterThan(14.9 * 60_000);
    expect(link.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    await database.system.authVerification.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });

    expect(await open(link.url)).toEqual({ status: 302, location: '/sign-in?error=link-used', cookie: '' });
    await server.people.removeExpired();
    expect(await database.system.authVerification.count()).toBe(0);
  });

  it('is stored as a hash', async () => {
    const token = new URL((await createLink()).url).searchParams.get('token')!;
    const rows = await database.system.authVerification.findMany();
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(server.logLines.join('\n')).not.toContain(token);
  });

  it('does not touch the password', async () => {
    const link = await createLink();
    await open(link.url);
    await signIn(server, link.email, PASSWORD);
  });

  it('is not used up by a preview that only asks for the headers', async () => {
    const link = await createLink();
    expect((await fetch(link.url, { method: 'HEAD', redirect: 'manual' })).status).toBe(405);
    expect((await open(link.url)).location).toBe('/');
  });

  it('of a person who is gone leads to the sign-in page', async () => {
    const link = await createLink();
    await database.system.user.delete({ where: { email: link.email } });
    expect((await open(link.url)).location).toBe('/sign-in?error=link-used');
  });

  it('is not made for somebody unknown, nor for a page elsewhere', async () => {
    expect(await server.people.createSignInLink('nobody@demo.test')).toBeNull();
    await expect(createLink('https://evil.example')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

describe('a changed link', () => {
  const ELSEWHERE = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ];

  it.each(ELSEWHERE)('never leads to %j and stays unused', async (elsewhere) => {
    const link = await createLink('/t/demo');
    const changed = new URL(link.url);
    changed.searchParams.set('callbackURL', elsewhere);

    expect(await open(changed.href)).toEqual({ status: 302, location: '/sign-in?error=link-invalid', cookie: '' });
    expect((await open(link.url)).location).toBe('/t/demo');
  });

  it.each(['', '?token=', '?token=unknown', '?token=a&token=b', '?token=%00', '?callbackURL=/'])(
    'with the query %j leads to the sign-in page',
    async (query) => {
      const opened = await open(`/api/auth/magic-link/verify${query}`);
      expect(opened.location).toMatch(/^\/sign-in\?error=link-(invalid|used)$/);
      expect(opened.cookie).toBe('');
    },
  );
});

describe('isLocalPath', () => {
  it.each(['/', '/t/demo', '/t/demo?next=https://example.com#part', '/a//b', '/%2F%2Fevil.example'])(
    'keeps %j',
    (path) => {
      expect(isLocalPath(path)).toBe(true);
    },
  );

  it.each(['', 't/demo', '//evil', '/\\evil', '/a\\b', '/\n/evil', ' /t', 'http:/t', `/${'x'.repeat(2_001)}`])(
    'refuses %j',
    (path) => {
      expect(isLocalPath(path)).toBe(false);
    },
  );
});
