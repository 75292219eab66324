import type { Browser, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunningApp } from './app-process.ts';
import { chromiumPath, expectAccessible, visit } from './browser.ts';
import { openHouse } from './open-house.ts';

const CREATE = 'mutation ($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const EXECUTE = `mutation ($slug: String!, $input: JSON!) {
  executeTool(input: { slug: $slug, input: $input }) { run { id status approval { id } } } }`;
const RUN = 'query ($id: ID!) { toolRun(id: $id) { status input output error { code message } } }';
const AGENT_KEY = 'mutation { createApiKey(input: { name: "Robot", role: "member", actsForAgent: true }) { secret } }';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 15_000 });

describe.skipIf(!chromiumPath)('running tools, in Chromium', () => {
  let app: RunningApp;
  let browser: Browser;
  let agent: string;
  openHouse(async (house) => {
    ({ app, browser } = house);
    const words = {
      slug: 'refund',
      name: 'Refund',
      description: 'Pays money back.',
      category: 'Money',
      icon: 'banknote',
    };
    const fields = [{ name: 'amount', label: 'Amount', type: 'number', required: true }];
    const executionSpec = { kind: 'compute', operation: 'evaluate', expression: 'input.amount * 2' };
    const input = { ...words, fields, executionSpec, permissionPolicy: 'ALWAYS_ASK' };
    expect((await app.graphql(CREATE, { input })).body.errors).toBeUndefined();
    agent = (await app.graphql(AGENT_KEY)).body.data.createApiKey.secret;
  });

  const ask = async (amount: number) =>
    (await app.graphql(EXECUTE, { slug: 'refund', input: { amount } }, agent)).body.data.executeTool.run;
  const runOf = async (id: string) => (await app.graphql(RUN, { id })).body.data.toolRun;

  it('runs a form, shows its result, its run and what happened, each without a violation', async () => {
    const { page, problems, close } = await visit(browser, app, 'member@demo.test');
    await page.goto('/t/demo/tools/roi-calculator');
    await press(page, /Fill: A machine/);
    await press(page, 'Calculate');
    await page.getByText('Net present value').first().waitFor();
    await page.getByRole('table').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Run of ROI Calculator' }).waitFor();
    await page.getByText('Completed').first().waitFor();
    await expectAccessible(page);
    await page.goto('/t/demo/events');
    await page.getByText('Completed').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('puts a waiting call before an approver, live, who approves it with the keyboard', async () => {
    const { page, problems, close } = await visit(browser, app, 'approver@demo.test');
    await page.goto('/t/demo/inbox');
    await page.getByRole('navigation').getByText('Live', { exact: true }).waitFor();
    const run = await ask(21);
    expect(run.status).toBe('WAITING');
    // The demo has a call that waits already.
    await eventually(() => page.title()).toContain('(2)');
    await page.getByRole('link', { name: 'Approve Refund' }).click();
    await expectAccessible(page);
    await page.getByRole('heading', { name: /Call of Refund/ }).waitFor();
    // Nothing is decided right after a card has changed.
    await page.waitForTimeout(700);
    await page.keyboard.press('a');
    await eventually(async () => (await runOf(run.id)).status).toBe('SUCCESS');
    expect((await runOf(run.id)).output).toBe(42);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows both sides of an approval in one browser, as people of the demo', async () => {
    const { page, problems, close } = await visit(browser, app, 'owner@demo.test');
    await page.goto('/t/demo/admin/approval-rules/playground');
    const [left, right] = ['Requester', 'Approver'].map((name) => page.getByRole('region', { name })) as [
      Locator,
      Locator,
    ];
    const choose = async (side: Locator, box: string, option: string) => {
      await side.getByRole('combobox', { name: box }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose(left, 'Ask as', 'Mia Member, Member');
    await choose(right, 'Decide as', 'Abe Approver, Approver');
    await choose(left, 'Tool', 'Pay invoice');
    await left.getByRole('textbox', { name: /Payee/ }).fill('Acme');
    await left.getByRole('textbox', { name: /Amount/ }).fill('2000');
    await left.getByRole('textbox', { name: /Invoice number/ }).fill('INV-1');
    await left.getByRole('button', { name: 'Run' }).click();
    await right.getByRole('heading', { name: /Call of Pay invoice/ }).waitFor();
    await expectAccessible(page);
    await page.waitForTimeout(700);
    await right.getByRole('button', { name: 'Approve', exact: true }).click();
    await right
      .getByText(/approver@demo.test approved it/)
      .first()
      .waitFor();
    await left.getByText('paid').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('denies with a reason that reaches the caller, and shows the wait on the page of the run', async () => {
    const run = await ask(5);
    const { page, problems, close } = await visit(browser, app, 'approver@demo.test');
    await page.goto(`/t/demo/inbox/${run.approval.id}`);
    await page.getByRole('heading', { name: /Call of Refund/ }).waitFor();
    await page.waitForTimeout(700);
    await press(page, 'Deny');
    await page.getByRole('textbox', { name: /Reason/ }).fill('Too generous.');
    await page.getByRole('button', { name: /^Deny/ }).last().click();
    await eventually(async () => (await runOf(run.id)).error).toEqual({
      code: 'APPROVAL_DENIED',
      message: 'Too generous.',
    });
    await page.getByText('Too generous.').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('fits the page of a run on a phone: nothing scrolls sideways, no button is cut', async () => {
    const run = await ask(3);
    const phone = { viewport: { width: 360, height: 740 } };
    const { page, close } = await visit(browser, app, 'owner@demo.test', phone);
    await page.goto(`/t/demo/runs/${run.id}`);
    const buttons = page.getByRole('button', { name: /^Show details of/ });
    await buttons.first().waitFor();
    const cut = await buttons.evaluateAll(
      (all) =>
        all
          .flatMap((button) => [button, ...button.querySelectorAll('*')])
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0).length,
    );
    expect(cut).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await close();
  });
});
