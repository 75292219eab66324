import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunningApp } from './app-process.ts';
import { chromiumPath, expectAccessible, visit } from './browser.ts';
import { openHouse } from './open-house.ts';

const SETTINGS = ['general', 'members', 'roles', 'api-keys', 'workspaces', 'secrets', 'audit', 'profile'];
const TOOLS = ['tools', 'tools/roi-calculator', 'admin/tools', 'admin/tools/new', 'admin/tools/roi-calculator/edit'];
const PAGES = [
  '/t/demo',
  ...SETTINGS.map((name) => `/t/demo/settings/${name}`),
  ...TOOLS.map((name) => `/t/demo/${name}`),
  ...['runs', 'runs/nowhere', 'events', 'usage'].map((name) => `/t/demo/${name}`),
  '/t/demo/inbox',
  ...['', '/new', '/playground'].map((name) => `/t/demo/admin/approval-rules${name}`),
  '/t/demo/nowhere',
  '/t/unknown',
];

describe.skipIf(!chromiumPath)('the shell, in Chromium', () => {
  let app: RunningApp;
  let browser: Browser;
  openHouse((house) => {
    ({ app, browser } = house);
  });

  /** By all rules in the light; the dark has other colours, and nothing else. */
  async function expectAccessibleIn(page: Page, path: string): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await expectAccessible(page, ['color-contrast']);
  }

  it('has no accessibility violation on any page, light or dark', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    for (const path of PAGES) await expectAccessibleIn(page, path);
    expect(problems).toEqual([]);
    await close();
    const stranger = await visit(browser, app);
    for (const path of ['/sign-in', '/invite/not-a-token']) await expectAccessibleIn(stranger.page, path);
    await stranger.close();
  });

  it('fits a phone without sideways scrolling', async () => {
    const { page, close } = await visit(browser, app, 'owner@demo.test', { viewport: { width: 360, height: 740 } });
    for (const path of PAGES) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(`${path} ${Math.max(0, overflow)}`).toBe(`${path} 0`);
    }
    await close();
  });

  it('leads bare paths to a tenant and switches between tenants without showing one in the other', async () => {
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto('/settings/members');
    await page.waitForURL(/\/t\/demo\/settings\/members$/);
    await page.getByText('member@demo.test').waitFor();
    await page.getByRole('button', { name: /Demo Workshop, switch/ }).click();
    await page.getByRole('link', { name: 'IMS' }).click();
    await page.waitForURL(/\/t\/ims/);
    await page.goto('/t/ims/settings/members');
    await page.getByText('owner@demo.test').first().waitFor();
    expect(await page.getByText('member@demo.test').count()).toBe(0);
    await close();
  });

  it('is driven by the keyboard: palette, pages, and back to where the focus was', async () => {
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.getByRole('heading', { name: 'Hello, Olive' }).waitFor();
    await page.keyboard.press('Control+k');
    await page
      .getByRole('textbox', { name: 'Search pages and actions' })
      .or(page.getByPlaceholder('Go to a page, switch tenant …'))
      .first()
      .waitFor();
    await page.keyboard.type('roles');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/settings\/roles/);
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create role' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Create role');
    await close();
  });

  it('shows people only what they may do', async () => {
    const viewer = await visit(browser, app, 'viewer@demo.test');
    await viewer.page.goto('/t/demo/settings/api-keys');
    await viewer.page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Create API key' }).count()).toBe(0);
    await viewer.close();
    const member = await visit(browser, app, 'member@demo.test');
    await member.page.goto('/t/demo/settings/members');
    await member.page.getByText('Your role does not open this page').waitFor();
    expect(await member.page.getByText('owner@demo.test').count()).toBe(0);
    await expectAccessible(member.page);
    await member.close();
  });

  it('shows hostile names as text', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await app.graphql(
      'mutation ($name: String!) { createWorkspace(input: { slug: "hostile", name: $name }) { workspace { id } } }',
      { name },
    );
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto('/t/demo/settings/workspaces');
    await page.getByText(name).waitFor();
    expect(await page.title()).toMatch(/Workspaces/);
    expect(problems).toEqual([]);
    await close();
  });

  it('updates an open page when somebody else changes something', async () => {
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto('/t/demo/settings/workspaces');
    await page.getByRole('navigation').getByText('Live', { exact: true }).waitFor();
    await app.graphql(
      'mutation { createWorkspace(input: { slug: "night-shift", name: "Night shift" }) { workspace { id } } }',
    );
    await page.getByText('Night shift').waitFor();
    await close();
  });

  it('loads no more than 180 kB of script before the first page is there', async () => {
    const { page, close } = await visit(browser, app);
    const sizes = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      sizes.set(
        response.url(),
        response.allHeaders().then((headers) => Number(headers['content-length'] ?? 0)),
      );
    });
    await page.goto(await app.signInLink('owner@demo.test'));
    await page.getByRole('heading', { name: 'Hello, Olive' }).waitFor();
    const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    console.info(`script before the first page: ${Math.round(bytes / 1000)} kB gzip`);
    expect(bytes).toBeLessThanOrEqual(180_000);
    await close();
  });
});
