import { createClient } from 'graphql-ws';
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunningApp } from './app-process.ts';
import { chromiumPath, visit } from './browser.ts';
import { openHouse } from './open-house.ts';

const WHO = '{ viewer { kind role tenant { slug } apiKey { name } } }';

describe.skipIf(!chromiumPath)('the first hour, in Chromium', () => {
  let app: RunningApp;
  let browser: Browser;
  openHouse((house) => {
    ({ app, browser } = house);
  });

  it('signs in by link, makes a key, uses it, revokes it, and its open subscription is closed', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await page.getByRole('heading', { name: 'Hello, Olive' }).waitFor();
    await page.getByRole('navigation').getByText('Live', { exact: true }).waitFor();

    await page.getByRole('navigation').getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Name').fill('Browser key');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: /^Viewer/ }).click();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = await dialog.getByLabel('API key', { exact: true }).inputValue();
    expect(secret).toMatch(/^tc_/);
    await dialog.getByRole('button', { name: 'I have copied the key' }).click();
    await page.getByRole('table').getByText('Browser key').waitFor();
    await expect.poll(() => page.content()).not.toContain(secret);

    const who = await app.graphql(WHO, {}, secret);
    expect(who.body.data.viewer).toMatchObject({ kind: 'API_KEY', role: 'viewer', tenant: { slug: 'demo' } });

    let closedWith = 0;
    const socket = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      connectionParams: { authorization: `Bearer ${secret}` },
      retryAttempts: 0,
      on: { closed: (event) => (closedWith = (event as CloseEvent).code) },
    });
    const news = socket.iterate({ query: 'subscription { settingsChanged { kind } }' });
    const first = news.next();
    // Only a stream that is open can prove that it is closed.
    await expect
      .poll(
        () =>
          app
            .graphql('mutation { updateTenant(input: { name: "Demo Workshop" }) { tenant { id } } }')
            .then(() => Promise.race([first, undefined])),
        { timeout: 10_000 },
      )
      .toBeTruthy();
    const ended = news.next().catch((event: CloseEvent) => event.code);

    await page.getByRole('button', { name: 'Revoke Browser key' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('table').getByText('Browser key').waitFor({ state: 'detached' });
    const refused = await app.graphql(WHO, {}, secret);
    expect([refused.status, refused.body.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    await ended;
    expect(closedWith).toBe(4403);
    expect(problems).toEqual([]);
    await close();
  });

  it('uses the sign-in link once only, and says so', async () => {
    const link = await app.signInLink('member@demo.test');
    const first = await visit(browser, app);
    await first.page.goto(link);
    await first.page.waitForURL(/\/t\/demo/);
    const second = await visit(browser, app);
    await second.page.goto(link);
    await second.page.waitForURL(/\/sign-in/);
    await second.page.getByText(/link/i).first().waitFor();
    await Promise.all([first.close(), second.close()]);
  });

  it('brings a new person in by invitation, and shows it live to whoever looks at the list', async () => {
    const owner = await visit(browser, app, 'owner@demo.test');
    await owner.page.goto('/t/demo/settings/members');
    await owner.page.getByRole('button', { name: 'Invite member' }).first().click();
    const dialog = owner.page.getByRole('dialog', { name: 'Invite member' });
    await dialog.getByLabel('E-mail address').fill('Nadia@Example.test');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await owner.page.getByRole('option', { name: /^Member/ }).click();
    await dialog.getByRole('button', { name: /invit/i }).last().click();
    const url = await dialog.getByLabel('Invitation link', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const guest = await visit(browser, app);
    await guest.page.goto(url);
    await guest.page.getByLabel('Your name').fill('Nadia New');
    await guest.page.getByLabel('Choose a password').fill('short');
    await guest.page.getByRole('button', { name: /join|accept|create/i }).click();
    await guest.page.getByText('Use at least 10 characters.').waitFor();
    await guest.page.getByLabel('Choose a password').fill('a long enough phrase');
    await guest.page.getByRole('button', { name: /join|accept|create/i }).click();
    await guest.page.waitForURL(/\/t\/demo/);
    await guest.page.getByRole('heading', { name: 'Hello, Nadia' }).waitFor();

    await owner.page.getByText('nadia@example.test').first().waitFor();
    await owner.page.getByText('Nadia New').waitFor();
    expect([...owner.problems, ...guest.problems]).toEqual([]);
    await Promise.all([owner.close(), guest.close()]);
  });

  it('signs in with a password, refuses a wrong one, and signs out', async () => {
    const { page, close } = await visit(browser, app);
    await page.goto('/t/demo/settings/profile');
    await page.waitForURL(/\/sign-in/);
    await page.getByLabel('E-mail address').fill('nadia@example.test');
    await page.getByLabel('Password', { exact: true }).fill('a wrong phrase');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a long enough phrase');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/t\/demo\/settings\/profile/);
    await page.getByRole('button', { name: /Nadia New/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Whoever leaves by themselves is not told that somebody ended their access.
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.goto('/t/demo');
    await page.waitForURL(/\/sign-in/);
    await close();
  });
});
