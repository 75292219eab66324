import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from './app-process.ts';
import { chromiumPath, expectAccessible, launchBrowser, visit } from './browser.ts';

const AGENT_KEY = 'mutation { createApiKey(input: { name: "Robot", role: "member", actsForAgent: true }) { secret } }';
const EXECUTE = `mutation ($input: JSON!) {
  executeTool(input: { slug: "pay-invoice", input: $input }) { run { id status } } }`;
const RUN = 'query ($id: ID!) { toolRun(id: $id) { status input output } }';
const AS_ASKED = '900 euros paid to Harbour Rope for invoice INV-7';
const AS_APPROVED = '750 euros paid to Harbour Rope for invoice INV-7';

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 30_000 });

describe.skipIf(!chromiumPath)('an agent asks and a person decides, in Chromium', () => {
  let app: RunningApp;
  let browser: Browser;
  let agent: string;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    agent = (await app.graphql(AGENT_KEY)).body.data.createApiKey.secret;
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const runOf = async (id: string) => (await app.graphql(RUN, { id }, agent)).body.data.toolRun;

  it('an argument is edited by keyboard, and whoever looks at the run sees the change and the result arrive', async () => {
    const input = { payee: 'Harbour Rope', amount: 900, reference: 'INV-7' };
    const { run } = (await app.graphql(EXECUTE, { input }, agent)).body.data.executeTool;
    expect(run.status).toBe('WAITING');

    const owner = await visit(browser, app, 'owner@demo.test');
    await owner.page.goto(`/t/demo/runs/${run.id}`);
    await owner.page.getByText('Waiting for you to decide.').waitFor();
    await owner.page.getByText(AS_ASKED).waitFor();
    await owner.page.getByRole('navigation').getByText('Live', { exact: true }).waitFor();
    // Lost with the page, should it load again.
    await owner.page.evaluate(() => Object.assign(window, { isSamePage: true }));

    const approver = await visit(browser, app, 'approver@demo.test');
    await approver.page.goto('/t/demo/inbox');
    const waiting = approver.page.getByRole('listitem').filter({ hasText: 'Harbour Rope' });
    await waiting.getByRole('link', { name: 'Approve Pay invoice' }).click();
    const card = approver.page.getByRole('article').filter({ hasText: 'Harbour Rope' });
    await card.getByRole('button', { name: 'Edit and approve' }).waitFor();
    const amount = card.getByRole('textbox', { name: /Amount in euros/ });
    await eventually(async () => {
      if (!(await amount.isVisible())) await approver.page.keyboard.press('e');
      return amount.isVisible();
    }).toBe(true);
    await amount.fill('750');
    await expectAccessible(approver.page);
    // What is pressed right after a card has changed is not taken for a decision; then it is pressed again.
    const approve = card.getByRole('button', { name: 'Approve with these arguments' });
    await eventually(async () => {
      const { status } = await runOf(run.id);
      if (status === 'WAITING' && (await approve.isEnabled()))
        await approve.click({ timeout: 1_000 }).catch(() => null);
      return status;
    }).toBe('SUCCESS');
    expect(await runOf(run.id)).toMatchObject({ input: { ...input, amount: 750 }, output: AS_APPROVED });

    const output = owner.page.getByRole('region', { name: 'Output' });
    await output.getByText(AS_APPROVED).waitFor();
    const changes = owner.page.getByRole('table', { name: 'Changes' });
    await eventually(() => changes.getByRole('row').last().textContent()).toBe('amount900750');
    await owner.page
      .getByText(/approver@demo.test approved it/)
      .first()
      .waitFor();
    expect(await owner.page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await expectAccessible(owner.page);
    expect([...owner.problems, ...approver.problems]).toEqual([]);
    await Promise.all([owner.close(), approver.close()]);
  });

  it('an approver, who may not see the session of others, reads on the page of the run what happened in it', async () => {
    const input = { payee: 'Harbour Rope', amount: 20, reference: 'INV-8' };
    const { run } = (await app.graphql(EXECUTE, { input }, agent)).body.data.executeTool;
    const { page, problems, close } = await visit(browser, app, 'approver@demo.test');
    await page.goto(`/t/demo/runs/${run.id}`);
    await eventually(() =>
      page
        .getByRole('list', { name: /^Events/ })
        .getByRole('listitem')
        .count(),
    ).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });
});
