import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database.ts';
import { CLIENT, type Claims, type Provider, startProvider } from './people-test-provider.ts';
import { type Browser, openTestDatabase, type PeopleServer, signIn, startPeopleServer } from './people-test-server.ts';

let database: Database;
let provider: Provider;
let server: PeopleServer;

const startServer = () => startPeopleServer(database, { oidc: { issuer: provider.issuer, name: 'Acme', ...CLIENT } });

beforeAll(async () => {
  database = await openTestDatabase(process.env.TEST_DATABASE_URL);
  provider = await startProvider();
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await database.close();
});
beforeEach(() => {
  Object.assign(provider.state, { isDown: false, forgesTokens: false, hidesKeys: false });
  Object.assign(provider.state, { audience: CLIENT.clientId, requests: [] });
  server.ended.length = 0;
});

const START = { provider: 'oidc', callbackURL: '/t/demo', errorCallbackURL: '/sign-in' };

/** What the browser of a person does, from the button to the page they land on. */
async function signInAs(claims: Claims, browser: Browser = server.openBrowser()) {
  provider.state.claims = claims;
  const started = await browser.post('/api/auth/sign-in/social', START);
  const { url } = started.body as { url: string };
  const atProvider = await fetch(url, { redirect: 'manual' });
  const back = atProvider.headers.get('location')!;
  const landed = await browser.get(back);
  const session = await server.people.findSession({ cookie: browser.cookieHeader });
  return { url: new URL(url), back, location: landed.headers.get('location'), session, browser };
}

function errorOf(location: string | null): string | null {
  const url = new URL(location!, server.url);
  return url.pathname === '/sign-in' && url.origin === server.url ? url.searchParams.get('error') : null;
}

describe('single sign-on', () => {
  it('calls nobody before somebody uses it', async () => {
    const quiet = await startServer();
    const person = await quiet.addPerson();
    await signIn(quiet, person.email);
    await quiet.openBrowser().get('/api/auth/get-session');
    expect(quiet.people.singleSignOn).toEqual({ providerId: 'oidc', name: 'Acme' });
    expect(provider.state.requests).toEqual([]);
    await quiet.close();
  });

  it('signs a new person in through the whole code flow', async () => {
    const claims = { sub: 'new-1', email: 'Grace@Corp.test', email_verified: true, name: 'Grace Hopper' };
    const { url, location, session } = await signInAs(claims);

    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('redirect_uri')).toBe(`${server.url}/api/auth/callback/oidc`);
    expect(url.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', 'profile']));
    expect(location).toBe('/t/demo');
    expect(session?.user).toMatchObject({ email: 'grace@corp.test', name: 'Grace Hopper' });
    expect(provider.state.requests).toContain('/token');
  });

  it('knows the person again by the subject, even when the address is new or no longer verified', async () => {
    const first = await signInAs({ sub: 'again-1', email: 'again@corp.test', email_verified: true });
    const second = await signInAs({ sub: 'again-1', email: 'renamed@corp.test', email_verified: false });
    expect(second.session?.user).toEqual(first.session?.user);
    expect(second.session?.user.name).toBe('again');
  });

  it('keeps none of the tokens of the provider', async () => {
    const { session } = await signInAs({ sub: 'tokens-1', email: 'tokens@corp.test', email_verified: true });
    await signInAs({ sub: 'tokens-1', email: 'tokens@corp.test', email_verified: true });
    const accounts = await database.system.authAccount.findMany({ where: { userId: session!.user.id } });
    expect(accounts).toMatchObject([{ accountId: 'tokens-1', accessToken: null, refreshToken: null, idToken: null }]);
  });

  it('ends with the session like any other', async () => {
    const { browser, session } = await signInAs({ sub: 'out-1', email: 'out@corp.test', email_verified: true });
    expect((await browser.post('/api/auth/sign-out')).body).toEqual({ success: true });
    expect(server.ended).toEqual([{ userId: session!.user.id, sessionId: session!.sessionId }]);
  });
});

describe('linking to a person who is already here', () => {
  it('happens when the provider has verified the address', async () => {
    const person = await server.people.createPerson({ email: 'invited@corp.test', name: 'Invited' });
    const { session } = await signInAs({ sub: 'link-1', email: 'Invited@corp.test', email_verified: true });
    expect(session?.user).toEqual(person);
  });

  it.each([false, 'false', undefined, 0, 'yes'])('is refused when email_verified is %j', async (email_verified) => {
    const person = await server.addPerson();
    const { location, session } = await signInAs({ sub: `sub of ${person.id}`, email: person.email, email_verified });
    expect(session).toBeNull();
    expect(errorOf(location)).toBe('account_not_linked');
    expect(await database.system.authAccount.count({ where: { userId: person.id, providerId: 'oidc' } })).toBe(0);
  });

  it('closes the ways in that somebody else may have prepared under that address', async () => {
    const person = await server.addPerson();
    const squatter = await signIn(server, person.email);

    const { session } = await signInAs({ sub: 'squat-1', email: person.email, email_verified: true });

    expect(session?.user.id).toBe(person.id);
    expect(await server.people.findSession({ cookie: squatter.cookieHeader })).toBeNull();
    expect(server.ended).toHaveLength(1);
    await expect(signIn(server, person.email)).rejects.toThrow('401');
  });

  it('closes nothing the second time, so a password chosen afterwards stays', async () => {
    const claims = { sub: 'keep-1', email: 'keep@corp.test', email_verified: true };
    const { browser } = await signInAs(claims);
    await browser.post('/api/auth/set-password', { newPassword: 'a password of my own' });
    await signInAs(claims);
    await signIn(server, 'keep@corp.test', 'a password of my own');
    expect(server.ended).toEqual([]);
  });
});

describe('single sign-on is refused', () => {
  const VERIFIED = { sub: 'refused-1', email: 'refused@corp.test', email_verified: true };

  it('to new people whose address is not verified', async () => {
    const { location, session } = await signInAs({ ...VERIFIED, email_verified: false });
    expect(session).toBeNull();
    expect(errorOf(location)).toBe('email_not_verified');
    expect(await server.people.findPerson(VERIFIED.email)).toBeNull();
  });

  it('when the token is signed by a stranger or meant for another client', async () => {
    provider.state.forgesTokens = true;
    const forged = await signInAs(VERIFIED);
    Object.assign(provider.state, { forgesTokens: false, audience: 'another client' });
    const foreign = await signInAs(VERIFIED);
    expect([forged.session, foreign.session]).toEqual([null, null]);
    expect([errorOf(forged.location), errorOf(foreign.location)]).toEqual(Array(2).fill('unable_to_get_user_info'));
    expect(await server.people.findPerson(VERIFIED.email)).toBeNull();
  });

  it('when the answer is opened in another browser, or twice', async () => {
    provider.state.claims = VERIFIED;
    const started = await server.openBrowser().post('/api/auth/sign-in/social', START);
    const atProvider = await fetch((started.body as { url: string }).url, { redirect: 'manual' });
    const victim = server.openBrowser();
    const landed = await victim.get(atProvider.headers.get('location')!);
    expect(errorOf(landed.headers.get('location'))).toBe('state_mismatch');
    expect(await server.people.findSession({ cookie: victim.cookieHeader })).toBeNull();

    const done = await signInAs({ sub: 'twice-1', email: 'twice@corp.test', email_verified: true });
    const again = await done.browser.get(done.back);
    expect(errorOf(again.headers.get('location'))).toBe('state_mismatch');
  });

  it.each(['', '?state=unknown&code=x', '?error=access_denied', '?state=%00', '?code=a&code=b'])(
    'when the callback is opened with %j',
    async (query) => {
      const answer = await server.openBrowser().get(`/api/auth/callback/oidc${query}`);
      expect([302, 303]).toContain(answer.status);
      expect(errorOf(answer.headers.get('location'))).toEqual(expect.any(String));
    },
  );

  it('for tokens that a page brings itself, callbacks to other sites and unknown providers', async () => {
    const start = async (change: object) =>
      (await server.openBrowser().post('/api/auth/sign-in/social', { ...START, ...change })).status;
    expect(await start({ idToken: { token: 'a.b.c' } })).toBe(400);
    expect(await start({ callbackURL: 'https://evil.example' })).toBe(403);
    expect(await start({ errorCallbackURL: '//evil.example' })).toBe(403);
    expect(await start({ provider: 'google' })).toBe(404);
    expect(await start({})).toBe(200);
  });

  it('while the provider publishes no keys to check its tokens with', async () => {
    const careful = await startServer();
    provider.state.hidesKeys = true;
    const answer = await careful.openBrowser().post('/api/auth/sign-in/social', START);
    expect(answer).toMatchObject({ status: 503, body: { code: 'SINGLE_SIGN_ON_UNAVAILABLE' } });
    await careful.close();
  });

  it('while the provider is away, and works again once it is back', async () => {
    const late = await startServer();
    provider.state.isDown = true;
    const start = () => late.openBrowser().post('/api/auth/sign-in/social', START);
    expect(await start()).toMatchObject({ status: 503, body: { code: 'SINGLE_SIGN_ON_UNAVAILABLE' } });
    expect((await late.openBrowser().get('/api/auth/callback/oidc?code=x&state=y')).headers.get('location')).toBe(
      '/sign-in?error=unavailable',
    );
    const person = await late.addPerson();
    await signIn(late, person.email);
    provider.state.isDown = false;
    expect((await start()).status).toBe(200);
    await late.close();
  });
});
