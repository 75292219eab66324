import { setTimeout as sleep } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeFields } from '../../../test/fake-server.ts';
import { anApproval, keeping, look, renderApprovals, stubWidth, type Waiting } from './approvals-test-kit.tsx';
import { InboxPage } from './inbox-page.tsx';
import { TYPING_MS } from './stray-keys.ts';

const three = () => ['one', 'two', 'three'].map((id) => anApproval(id, { toolSlug: `pay-${id}` }));

async function openInbox(approvals: Waiting[] = three(), more: FakeFields = {}, { isWide = true } = {}) {
  stubWidth(isWide);
  const kept = keeping(approvals, more);
  const { user, server } = renderApprovals(<InboxPage />, kept.fields);
  await screen.findByRole('list', { name: 'What waits on you' });
  const row = (id: string) => screen.getByRole('link', { name: `Approve ${id}` });
  const tick = (id: string) => screen.getByRole('checkbox', { name: `Select Approve ${id}` });
  const shown = (id: string) => screen.findByRole('article', { name: `Call of pay-${id}` });
  return { user, server, row, tick, shown, ...kept };
}

describe('the inbox', () => {
  it('lists what waits in the order of the server, and shows the first beside it', async () => {
    const { shown } = await openInbox();
    const list = within(screen.getByRole('list', { name: 'What waits on you' }));
    expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Approve one',
      'Approve two',
      'Approve three',
    ]);
    expect(await shown('one')).toBeVisible();
  });

  it('tells calls of one tool apart by what they ask for, and since when they wait', async () => {
    const at = new Date(Date.now() - 6 * 60_000).toISOString();
    const pay = (id: string, amount: number) =>
      anApproval(id, { input: { payee: 'Acme', amount, note: 'x' }, createdAt: at });
    await openInbox([pay('one', 40), pay('two', 41)]);
    const [first, second] = within(screen.getByRole('list', { name: 'What waits on you' })).getAllByRole('listitem');
    expect(within(first!).getByRole('link')).toHaveAccessibleDescription('payee: Acme, amount: 40');
    expect(within(second!).getByText('payee: Acme, amount: 41')).toBeVisible();
    expect(first).toHaveTextContent('asked 6 minutes ago');
  });

  it('marks what people were reminded of, and nothing else', async () => {
    await openInbox([anApproval('one'), anApproval('two', { remindedAt: '2026-03-02T10:00:00.000Z' })]);
    const [first, second] = within(screen.getByRole('list', { name: 'What waits on you' })).getAllByRole('listitem');
    expect(within(second!).getByText('Reminder')).toBeVisible();
    expect(within(first!).queryByText('Reminder')).not.toBeInTheDocument();
  });

  it('says so when nothing waits', async () => {
    await openInbox([]);
    expect(screen.getByRole('heading', { name: 'Nothing waits on you' })).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('shows a page at a time', async () => {
    const many = Array.from({ length: 25 }, (_, index) => anApproval(`call-${index}`));
    const { user } = await openInbox(many);
    expect(screen.getAllByRole('link', { name: /^Approve call/ })).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Approve call/ })).toHaveLength(25));
  });

  it('links to the page of a call where there is no room for its card', async () => {
    const { row } = await openInbox(three(), {}, { isWide: false });
    expect(row('two')).toHaveAttribute('href', '/t/demo/inbox/two');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('shows what is clicked beside the list', async () => {
    const { user, row, shown } = await openInbox();
    await user.click(row('three'));
    expect(await shown('three')).toBeVisible();
    expect(row('three')).toHaveAttribute('aria-current', 'true');
  });

  it('is walked through with j and k, and what is decided stays to be read until the next step', async () => {
    const { user, server, row, shown } = await openInbox();
    await user.keyboard('j');
    expect(row('two')).toHaveFocus();
    await shown('two');
    await look();
    await user.keyboard('a');
    expect(await within(await shown('two')).findByText(/ada@demo.test approved it/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Approve two' })).not.toBeInTheDocument());
    expect(server.of('Decide_decideApproval')[0]?.variables).toEqual({ input: { id: 'two', decision: 'APPROVE' } });
    await user.keyboard('a');
    await user.keyboard('j');
    expect(row('three')).toHaveFocus();
    await user.keyboard('k');
    expect(row('one')).toHaveFocus();
    expect(await shown('one')).toBeVisible();
    expect(server.of('Decide_decideApproval')).toHaveLength(1);
  });

  it('does not decide at once about a call that was only just reached', async () => {
    const { user, server, shown } = await openInbox();
    await user.keyboard('j');
    await shown('two');
    await user.keyboard('a');
    expect(await screen.findByText('Nothing was decided')).toBeVisible();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
  });

  it('takes what is typed before a card is there for no decision, and opens what was asked for', async () => {
    const approvals = three();
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
    const approval = async ({ id }: { id: string }) => {
      if (id === 'two') await arrives;
      return approvals.find((one) => one.id === id);
    };
    const { user, server, shown } = await openInbox(approvals, { approval });
    await shown('one');
    await user.keyboard('jd');
    await user.keyboard('it is a');
    arrive();
    const card = within(await shown('two'));
    expect(await card.findByRole('textbox', { name: /reason/i })).toHaveFocus();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
  });

  it('takes no letter of a text that goes nowhere for a decision', async () => {
    const { user, server, shown } = await openInbox();
    await shown('one');
    await look();
    await user.keyboard('this is a bad idea, deny');
    await look();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
    await sleep(TYPING_MS);
    await user.keyboard('a');
    await waitFor(() => expect(server.of('Decide_decideApproval')).toHaveLength(1));
  });

  it('explains its keys', async () => {
    const { user, server } = await openInbox();
    await look();
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keys of the inbox' });
    expect(within(help).getByRole('row', { name: /^d Deny it/ })).toBeVisible();
    await user.keyboard('a');
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
  });

  it('selects with x and approves the selected after a confirmation', async () => {
    const { user, server, tick } = await openInbox();
    await user.keyboard('xjx');
    expect(tick('one')).toBeChecked();
    expect(tick('two')).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Approve selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 calls?' }));
    expect(server.of('BulkDecision_decideApprovals')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Approve 2 calls' }));
    expect(await screen.findByText('2 calls approved')).toBeVisible();
    expect(server.of('BulkDecision_decideApprovals')[0]?.variables).toEqual({
      input: { ids: ['one', 'two'], decision: 'APPROVE' },
    });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Approve one' })).not.toBeInTheDocument());
  });

  it('denies the selected with one reason, and names those that could not be', async () => {
    const { user, server } = await openInbox(three(), {
      decideApprovals: () => ({
        results: [
          { id: 'one', code: null, message: null },
          { id: 'two', code: 'ALREADY_DECIDED', message: 'Decided.' },
          { id: 'three', code: 'FORBIDDEN', message: 'You asked for it yourself.' },
        ],
      }),
    });
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.click(screen.getByRole('button', { name: 'Deny selected' }));
    const panel = within(screen.getByRole('group', { name: 'Deny selected' }));
    expect(screen.getByRole('button', { name: 'Approve selected' })).toBeDisabled();
    await user.type(panel.getByRole('textbox', { name: 'Reason' }), 'Too late.');
    await user.click(panel.getByRole('button', { name: 'Deny 3 calls' }));
    expect(await screen.findByText('1 call denied')).toBeVisible();
    expect(screen.getByText('2 calls could not be:')).toBeVisible();
    expect(screen.getByText(/^Approve two:/)).toHaveTextContent('A decision counts once');
    expect(screen.getByText(/^Approve three:/)).toHaveTextContent('You asked for it yourself.');
    expect(server.of('BulkDecision_decideApprovals')[0]?.variables).toEqual({
      input: { ids: ['one', 'two', 'three'], decision: 'DENY', reason: 'Too late.' },
    });
  });

  it('lets nobody select what they may not decide', async () => {
    const { tick } = await openInbox([anApproval('one', { mayDecide: false, whyNot: 'Not yours.' })]);
    expect(tick('one')).toBeDisabled();
  });
});
