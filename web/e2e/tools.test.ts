import type { Browser, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunningApp } from './app-process.ts';
import { chromiumPath, visit } from './browser.ts';
import { openHouse } from './open-house.ts';

const NEW = '/t/demo/admin/tools/new';
const editorOf = (slug: string) => `/t/demo/admin/tools/${slug}/edit`;

const CREATE = 'mutation ($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const DELETE = 'mutation ($slug: String!) { deleteTool(input: { slug: $slug }) { slug } }';
const STORED = `query ($slug: String!) {
  editableTool(slug: $slug) { version name description fields { name } inputSchema versions { version } }
}`;

const aField = (name: string) => ({ name, label: name, type: 'text', required: false });
const anAddress = (slug: string) => ({ kind: 'http', method: 'GET', url: `https://api.example.com/${slug}` });
const stepsOf = (...slugs: string[]) => ({
  kind: 'composition',
  steps: slugs.map((toolSlug, index) => ({ id: `step${index + 1}`, toolSlug, inputMap: {} })),
  output: {},
});

/** A busy machine takes its time. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 10_000 });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const showsVersion = (page: Page, version: number) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^Version ${version}$`) })
    .waitFor();

/** What a screen reader says after the name of an input: its hint and its error. */
const saidAt = (input: Locator) =>
  input.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );

async function introduce(page: Page, name: string, kind: RegExp) {
  await page.goto(NEW);
  await box(page, 'Name').fill(name);
  await box(page, 'Description').fill('Says what it does.');
  await choice(page, 'Category').fill('Weather');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: kind }).check();
}

async function addText(page: Page, label: string) {
  await press(page, 'Add a field');
  await page.getByRole('menuitem', { name: /^Text/ }).click();
  await page.keyboard.type(label);
}

async function chooseTool(page: Page, step: number, slug: string) {
  await press(page, 'Add step');
  await choice(page, `Tool of step ${step}`).fill(slug);
  await page.getByRole('option', { name: new RegExp(`\\(${slug}\\)`) }).click();
}

describe.skipIf(!chromiumPath)('authoring tools, in Chromium', () => {
  let app: RunningApp;
  let browser: Browser;
  openHouse((house) => {
    ({ app, browser } = house);
  });

  /** A draft that is there before the story begins. */
  async function seed(slug: string, executionSpec: object = anAddress(slug), more: object = {}) {
    const draft = { name: slug, description: 'As it was.', category: 'Test', icon: 'wrench', enabled: false };
    const { body } = await app.graphql(CREATE, { input: { slug, fields: [], ...draft, executionSpec, ...more } });
    expect(body.errors).toBeUndefined();
  }
  const stored = async (slug: string) => (await app.graphql(STORED, { slug })).body.data.editableTool;

  /** Creates what is on the page, saves a change to it, compares both versions and brings the first one back. */
  async function changeCompareRestore(page: Page, slug: string, changed: Locator, from: string, to: string) {
    await press(page, 'Create tool');
    await page.waitForURL(`**${editorOf(slug)}`);
    await showsVersion(page, 1);
    expect(await changed.inputValue()).toBe(from);
    await changed.fill(to);
    await press(page, 'Save tool');
    await showsVersion(page, 2);

    await page.getByRole('tab', { name: 'History' }).click();
    const differences = page.getByRole('list', { name: 'Differences' });
    await differences.waitFor();
    const told = await differences.textContent();
    expect(told).toContain(`Before: ${from}`);
    expect(told).toContain(`After: ${to}`);
    await press(page, 'Restore version 1');
    await press(page, 'Restore version');
    await page.getByRole('row', { name: /^3 Present/ }).waitFor();
    await page.getByRole('tab', { name: 'Editor' }).click();
    await showsVersion(page, 3);
    expect(await changed.inputValue()).toBe(from);
    expect(await stored(slug)).toMatchObject({ version: 3 });
  }

  it('makes an HTTP tool with a field and a secret, changes it, shows the difference and restores it', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await introduce(page, 'Weather of a city', /^HTTP request/);
    await addText(page, 'City');
    const from = 'https://api.example.com/weather?q={{input.city}}';
    await box(page, 'Address').fill(from);
    await press(page, 'Add header');
    await box(page, 'Name of header 1').fill('X-Key');
    await box(page, 'Value of header 1').fill(`\${secret.SKY_KEY}`);
    await page.getByText('A secret is not set yet').waitFor();
    const to = 'https://api.example.com/v2/weather?q={{input.city}}';
    await changeCompareRestore(page, 'weather-of-a-city', box(page, 'Address'), from, to);
    expect(problems).toEqual([]);
    await close();
  });

  it('makes a prompt tool, changes it, shows the difference and restores it', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await introduce(page, 'Poet', /^Prompt/);
    const from = 'Write a poem.';
    await box(page, 'Prompt').fill(from);
    await changeCompareRestore(page, 'poet', box(page, 'Prompt'), from, 'Write a short poem.');
    await page.goto('/t/demo/admin/tools');
    await page.getByRole('row', { name: /Poet/ }).getByText('On', { exact: true }).filter({ visible: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('makes a composition of other tools, changes it, shows the difference and restores it', async () => {
    await seed('geocoder', anAddress('geocoder'), { fields: [{ ...aField('city'), required: true }] });
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await introduce(page, 'Trip', /^Composition/);
    await chooseTool(page, 1, 'geocoder');
    const city = (step: number) =>
      page.getByRole('group', { name: `Step ${step}` }).getByRole('textbox', { name: 'city' });
    await city(1).fill('Bergen');
    await chooseTool(page, 2, 'geocoder');
    await press(page, 'Insert into city of step 2');
    await page.getByRole('menuitem', { name: /steps\.step1\.output/ }).click();
    await press(page, 'Add output');
    await box(page, 'Name of output 1').fill('place');
    await box(page, 'Value of output 1').fill('{{steps.step2.output}}');
    await changeCompareRestore(page, 'trip', city(1), 'Bergen', 'Oslo');
    expect(await city(2).inputValue()).toBe('{{steps.step1.output}}');
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps the fields in the order of their author when only the name changes', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await introduce(page, 'In order', /^HTTP request/);
    await box(page, 'Address').fill('https://api.example.com/order');
    for (const label of ['Zeta', 'City', 'Area']) await addText(page, label);
    await press(page, 'Move Area up');
    await press(page, 'Create tool');
    await page.waitForURL(`**${editorOf('in-order')}`);
    await showsVersion(page, 1);

    await page.reload();
    await showsVersion(page, 1);
    await box(page, 'Name').fill('Still in order');
    await press(page, 'Save tool');
    await showsVersion(page, 2);
    const { name, fields, inputSchema, versions } = await stored('in-order');
    expect(name).toBe('Still in order');
    expect(fields).toEqual([{ name: 'zeta' }, { name: 'area' }, { name: 'city' }]);
    expect(Object.keys(inputSchema.properties)).toEqual(['zeta', 'area', 'city']);
    expect(versions).toEqual([{ version: 1 }]);

    await page.goto('/t/demo/tools/in-order');
    const inputs = page.getByRole('textbox', { name: /^(Zeta|Area|City)$/ });
    await inputs.first().waitFor();
    expect(
      await inputs.evaluateAll((found) => found.map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)),
    ).toEqual(['Zeta', 'Area', 'City']);
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    [
      'a password in the address',
      'Open',
      'https://ada:pass@example.com',
      'Address',
      'Names and passwords do not belong',
    ],
    ['a reserved slug', 'Settings', 'https://api.example.com', 'Slug', 'settings is reserved. Choose another slug.'],
    ['a slug that is taken', 'ROI calculator', 'https://api.example.com', 'Slug', 'roi-calculator'],
  ])('refuses %s at its input, and keeps what was typed', async (_what, name, address, input, sentence) => {
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await introduce(page, name, /^HTTP request/);
    await box(page, 'Address').fill(address);
    await press(page, 'Create tool');
    await eventually(() => saidAt(box(page, input))).toContain(sentence);
    await eventually(() => box(page, input).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('group', { name: '1 thing needs your attention' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(NEW);
    expect(await box(page, 'Name').inputValue()).toBe(name);
    await close();
  });

  it('refuses a composition that would call itself in a circle, at the step', async () => {
    await seed('leaf');
    await seed('inner', stepsOf('leaf'));
    await seed('outer', stepsOf('inner'));
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto(editorOf('inner'));
    await chooseTool(page, 2, 'outer');
    await press(page, 'Save tool');
    const sentence = 'This goes in a circle: inner → outer → inner.';
    await eventually(() => saidAt(choice(page, 'Tool of step 2'))).toContain(sentence);
    expect(await stored('inner')).toMatchObject({ version: 1 });
    await close();
  });

  it('refuses a step whose tool has gone meanwhile, at the step', async () => {
    await seed('short-lived');
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await introduce(page, 'Too late', /^Composition/);
    await chooseTool(page, 1, 'short-lived');
    expect((await app.graphql(DELETE, { slug: 'short-lived' })).body.errors).toBeUndefined();
    await press(page, 'Create tool');
    await eventually(() => saidAt(choice(page, 'Tool of step 1'))).toContain('There is no tool short-lived.');
    expect(await stored('too-late')).toBeNull();
    await close();
  });

  it('does not save over somebody else, says what they changed, and keeps what was typed', async () => {
    await seed('shared');
    const [first, second] = [
      await visit(browser, app, 'owner@demo.test'),
      await visit(browser, app, 'owner@demo.test'),
    ];
    for (const { page } of [first, second]) {
      await page.goto(editorOf('shared'));
      await showsVersion(page, 1);
    }
    await box(second.page, 'Description').fill('My words.');
    await box(first.page, 'Description').fill('Their words.');
    await box(first.page, 'Address').fill('https://api.example.com/theirs');
    await press(first.page, 'Save tool');
    await showsVersion(first.page, 2);

    await press(second.page, 'Save tool');
    const note = second.page.getByRole('alert').filter({ hasText: 'This tool was changed in the meantime' });
    await note.waitFor();
    expect(await note.textContent()).toMatch(/owner@demo\.test saved version 2.*Description: Their words\./);
    expect(await stored('shared')).toMatchObject({ version: 2, description: 'Their words.' });

    await press(second.page, 'Load the present version');
    await second.page.getByText('What you had typed').first().waitFor();
    await second.page
      .getByText(/My words\./)
      .first()
      .waitFor();
    expect(await box(second.page, 'Description').inputValue()).toBe('Their words.');
    await Promise.all([first.close(), second.close()]);
  });

  it('asks before unsaved work is left behind, also while the history is looked at', async () => {
    await seed('unsaved');
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto(editorOf('unsaved'));
    await box(page, 'Name').fill('Half a change');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('table', { name: 'Versions' }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await press(page, 'Cancel');
    await page.getByRole('tab', { name: 'Editor' }).click();
    expect(await box(page, 'Name').inputValue()).toBe('Half a change');
    await close();
  });

  it('asks before a change breaks a composition, and goes on only when told to', async () => {
    await seed('forecast', anAddress('forecast'), { fields: [aField('days')] });
    const calling = { id: 'sky', toolSlug: 'forecast', inputMap: { days: '3' } };
    await seed('plan', { kind: 'composition', steps: [calling], output: {} });
    const { page, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto(editorOf('forecast'));
    await press(page, 'Remove days');
    await press(page, 'Save tool');
    const dialog = page.getByRole('dialog', { name: 'This breaks 1 thing' });
    await dialog.getByText(/Composition plan: Step sky/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored('forecast')).toMatchObject({ version: 1, fields: [{ name: 'days' }] });

    await press(page, 'Save tool');
    await dialog.getByRole('button', { name: 'Go on anyway' }).click();
    await showsVersion(page, 2);
    expect(await stored('forecast')).toMatchObject({ version: 2, fields: [] });
    await close();
  });
});
