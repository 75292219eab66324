import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningApp } from './app-process.ts';

const PLACES = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is; tests that need it are skipped by name when there is none. */
export const chromiumPath = PLACES.find((place) => place && existsSync(place));

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export type Visitor = { page: Page; problems: string[]; close(): Promise<void> };

/** A person at a browser of their own. Script errors and refused content are collected: there must be none. */
export async function visit(
  browser: Browser,
  app: RunningApp,
  email?: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to|Uncaught/i.test(message.text())) problems.push(message.text());
  });
  if (email) {
    await page.goto(await app.signInLink(email));
    await page.waitForURL(/\/t\/[\w-]+/);
  }
  return { page, problems, close: () => context.close() };
}

/** Fails with the rule, the element and the help text of each violation. */
/** By all rules, or by these only. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(
    (violation) => `${violation.id}: ${violation.help} → ${violation.nodes.map((node) => node.target).join(' | ')}`,
  );
  expect(found).toEqual([]);
}
