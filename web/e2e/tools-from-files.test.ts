import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from './app-process.ts';
import { chromiumPath, visit } from './browser.ts';
import { openHouse } from './open-house.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GREET = `
import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';

export const greet = defineTool({
  slug: 'greet',
  name: 'Greeter',
  description: 'Greets somebody by name.',
  category: 'fun',
  icon: 'hand',
  origin: 'custom',
  input: z.object({ who: z.string().min(2).meta({ title: 'Who' }) }),
  output: z.object({ text: z.string() }),
  execute: ({ who }) => ({ text: 'Hello ' + who }),
});
`;

/** The API as it is here, in a folder where a file more does no harm; all that stays the same is linked. */
function copyApi(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'toolcrib-copy-'));
  for (const folder of ['api', 'web']) mkdirSync(path.join(copy, folder));
  for (const part of ['node_modules', 'prisma', 'api/node_modules', 'web/dist']) {
    symlinkSync(path.join(ROOT, part), path.join(copy, part), 'junction');
  }
  for (const part of ['api/package.json', 'api/src']) {
    cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  }
  return copy;
}

describe.skipIf(!chromiumPath)('a tool file that is dropped in, in Chromium', () => {
  let copy: string;
  let app: RunningApp;
  let browser: Browser;
  beforeAll(() => {
    copy = copyApi();
    mkdirSync(path.join(copy, 'api/src/custom/greet'));
    writeFileSync(path.join(copy, 'api/src/custom/greet/greet.tool.ts'), GREET);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  openHouse(
    (house) => {
      ({ app, browser } = house);
    },
    () => startApp({}, path.join(copy, 'api/src/main.ts')),
  );

  it('appears in the library with a form that works, and nothing else was changed', async () => {
    const { page, problems, close } = await visit(browser, app, 'member@demo.test');
    await page.goto('/t/demo/tools');
    await page.getByRole('list', { name: 'Tools' }).getByRole('link', { name: 'Greeter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Greeter' }).waitFor();
    const who = page.getByRole('textbox', { name: 'Who' });
    await who.fill('A');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => who.getAttribute('aria-invalid'), { timeout: 10_000 }).toBe('true');
    await who.fill('Ada');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Hello Ada').first().waitFor();
    await page.getByRole('tab', { name: 'AI SDK' }).click();
    await page.getByText('"Greets somebody by name."').filter({ visible: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
