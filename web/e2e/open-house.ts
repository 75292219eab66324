import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type RunningApp, startApp } from './app-process.ts';
import { launchBrowser } from './browser.ts';

type House = { app: RunningApp; browser: Browser };

/**
 * An app with a demo of its own and a browser, for the tests of one file. `begin` brings in what they start from. A second
 * try of a test has an app that the first one did not touch.
 */
export function openHouse(begin: (house: House) => void | Promise<void>, start: () => Promise<RunningApp> = startApp) {
  let app: RunningApp | undefined;
  let browser: Browser | undefined;

  async function open(): Promise<void> {
    [app, browser] = await Promise.all([start(), browser ?? launchBrowser()]);
    await begin({ app, browser });
  }

  beforeAll(open);
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    await app?.stop();
    await open();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
}
