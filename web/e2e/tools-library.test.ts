import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunningApp } from './app-process.ts';
import { chromiumPath, expectAccessible, visit } from './browser.ts';
import { openHouse } from './open-house.ts';

const ROI = 'ROI Calculator';
const CREATE = 'mutation ($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const EXPLAIN = '{ explainTool(slug: "roi-calculator", runtime: WEB) { verdicts { gate } } }';

/** A busy machine takes its time. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 10_000 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const card = (page: Page, name: string) => page.getByRole('list', { name: 'Tools' }).getByRole('link', { name });
const isLive = (page: Page) => page.getByRole('navigation').getByText('Live', { exact: true }).waitFor();

describe.skipIf(!chromiumPath)('the tool library, in Chromium', () => {
  let app: RunningApp;
  let browser: Browser;
  openHouse(async (house) => {
    ({ app, browser } = house);
    const executionSpec = {
      kind: 'http',
      method: 'GET',
      url: 'https://api.example.com/sky',
      headers: { 'X-Key': `\${secret.SKY_KEY}` },
    };
    const words = { slug: 'sky', name: 'Sky', description: 'Tells of the sky.', category: 'Weather', icon: 'cloud' };
    const input = { ...words, enabled: false, fields: [], executionSpec };
    expect((await app.graphql(CREATE, { input })).body.errors).toBeUndefined();
  });

  it('overrides a built-in tool beside its base, live for everybody, until it is reset', async () => {
    const owner = await visit(browser, app, 'owner@demo.test');
    const member = await visit(browser, app, 'member@demo.test');
    await member.page.goto('/t/demo/tools');
    await card(member.page, ROI).waitFor();
    await isLive(member.page);

    await owner.page.goto('/t/demo/admin/tools/roi-calculator/edit');
    const name = owner.page.getByRole('group', { name: 'Name', exact: true });
    expect(await name.textContent()).toContain(`Base${ROI}`);
    await name.getByRole('textbox').fill('Payback calculator');
    await press(owner.page, 'Save override');
    await card(member.page, 'Payback calculator').waitFor();
    expect(await name.textContent()).toContain(`Base${ROI}`);
    expect(await name.getByRole('textbox').inputValue()).toBe('Payback calculator');
    await name.getByText('Overridden').waitFor();

    await press(owner.page, 'Reset all');
    await press(owner.page, 'Reset tool');
    await card(member.page, ROI).waitFor();
    await eventually(() => name.getByRole('textbox').inputValue()).toBe(ROI);
    expect(await owner.page.getByText('Overridden').count()).toBe(0);
    expect([...owner.problems, ...member.problems]).toEqual([]);
    await Promise.all([owner.close(), member.close()]);
  });

  it('explains a tool gate by gate', async () => {
    const { body } = await app.graphql(EXPLAIN);
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto('/t/demo/admin/tools?tab=built-in');
    await press(page, `Why is ${ROI} available or not?`);
    const dialog = page.getByRole('dialog', { name: `Why is ${ROI} available or not?` });
    await dialog.getByText('Available: every gate lets it pass.').waitFor();
    const gates = await dialog.getByRole('listitem').allTextContents();
    expect(gates).toHaveLength(body.data.explainTool.verdicts.length);
    expect(gates.length).toBeGreaterThan(5);
    expect(gates.filter((gate) => !gate.endsWith(': yes'))).toEqual([]);
    await expectAccessible(page);
    await close();
  });

  it('shows a tool without its secret as misconfigured, and takes the secret in place', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto('/t/demo/tools');
    await card(page, ROI).waitFor();
    expect(await card(page, 'Sky').count()).toBe(0);
    await page.getByRole('switch', { name: 'Show unavailable' }).check();
    await card(page, 'Sky').waitFor();
    await page.getByText(/^Misconfigured/).waitFor();
    await card(page, 'Sky').click();
    await page.getByText(/^Misconfigured/).waitFor();
    await press(page, 'Why is Sky available or not?');
    await page.getByText('Its secrets are set: no').waitFor();
    await page.keyboard.press('Escape');

    await press(page, 'Set SKY_KEY');
    const dialog = page.getByRole('dialog', { name: 'Set SKY_KEY' });
    await dialog.getByText('api.example.com', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill('sunshine-4711');
    await dialog.getByRole('button', { name: 'Set secret' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Misconfigured/).waitFor({ state: 'detached' });
    await page.getByText(/– set$/).waitFor();
    expect(await page.content()).not.toContain('sunshine-4711');
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps favourites and narrows the list', async () => {
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto('/t/demo/tools');
    const favourites = page.getByRole('switch', { name: 'Favourites' });
    await favourites.check();
    await page.getByText('No favourites yet').waitFor();
    await press(page, 'Show all tools');
    const star = page.getByRole('button', { name: `Add ${ROI} to favourites` });
    await star.click();
    await eventually(() => star.getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    await favourites.check();
    await card(page, ROI).waitFor();

    await favourites.uncheck();
    await page.getByRole('switch', { name: 'Show unavailable' }).check();
    await card(page, 'Sky').waitFor();
    await page.getByRole('combobox', { name: 'Filter by category' }).click();
    await page.getByRole('option', { name: 'Weather' }).click();
    await card(page, ROI).waitFor({ state: 'detached' });
    await card(page, 'Sky').waitFor();
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('nothing like it');
    await page.getByText('No tool fits').waitFor();
    await close();
  });

  it('fills the form of a tool from an example, checks it and runs it', async () => {
    const { page, problems, close } = await visit(browser, app, 'member@demo.test');
    await page.goto('/t/demo/tools/roi-calculator');
    await press(page, 'Calculate');
    const investment = page.getByLabel(/^Initial investment/);
    await eventually(() => investment.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: /^Fill: A machine/ }).click();
    await press(page, 'Calculate');
    await page.getByText('Net present value').first().waitFor();
    expect(await investment.getAttribute('aria-invalid')).not.toBe('true');
    expect(problems).toEqual([]);
    await close();
  });
});

describe.skipIf(!chromiumPath)('the fields of a tool, in Chromium', () => {
  let app: RunningApp;
  let browser: Browser;
  openHouse((house) => {
    ({ app, browser } = house);
  });

  /** The editor of a new tool with these text fields. */
  async function openFields(page: Page, labels: string[]) {
    await page.goto('/t/demo/admin/tools/new');
    for (const label of labels) {
      await press(page, 'Add a field');
      await page.getByRole('menuitem', { name: /^Text/ }).click();
      await page.keyboard.type(label);
      await rows(page).last().getByRole('button', { name: label }).first().click();
    }
    await eventually(() => previewed(page)).toEqual(labels);
  }
  const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
  const previewed = (page: Page) => preview(page).locator('label').allTextContents();
  const rows = (page: Page) => page.getByRole('list', { name: 'Fields', exact: true }).locator(':scope > li');

  it('change places by keyboard and by mouse, and the preview follows', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await openFields(page, ['One', 'Two', 'Three']);
    await page.getByRole('button', { name: 'Move One down' }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => previewed(page)).toEqual(['Two', 'One', 'Three']);
    await page.getByText('One is now number 2 of 3.').waitFor({ state: 'attached' });

    const handle = (await rows(page).nth(0).locator('[aria-hidden="true"]').first().boundingBox())!;
    const last = (await rows(page).nth(2).boundingBox())!;
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height, { steps: 4 });
    await page.mouse.move(handle.x + handle.width / 2, last.y + last.height - 4, { steps: 8 });
    await page.mouse.up();
    await eventually(() => previewed(page)).toEqual(['One', 'Three', 'Two']);
    expect(problems).toEqual([]);
    await close();
  });

  it('become JSON Schema and come back from it', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await openFields(page, ['City']);
    await page.getByRole('tab', { name: 'JSON Schema' }).click();
    const text = page.getByRole('textbox', { name: 'JSON Schema' });
    await eventually(() => text.inputValue()).toContain('"city"');
    const schema = JSON.parse(await text.inputValue());
    expect(schema.properties.city).toMatchObject({ title: 'City' });

    schema.properties.days = { title: 'Days', type: 'integer', minimum: 1, maximum: 14 };
    await text.fill(JSON.stringify(schema));
    await press(page, 'Use this schema');
    await eventually(() => previewed(page)).toEqual(['City', 'Days']);
    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByRole('button', { name: /^Days/ }).click();
    expect(await page.getByRole('textbox', { name: 'Largest' }).inputValue()).toBe('14');

    await page.getByRole('tab', { name: 'JSON Schema' }).click();
    await text.fill('{ "type": "object", "properties": { "odd": { "type": ["string", "number"] } } }');
    await press(page, 'Use this schema');
    await page.getByText(/properties \/ odd/).waitFor();
    expect(await previewed(page)).toEqual(['City', 'Days']);
    expect(problems).toEqual([]);
    await close();
  });
});
