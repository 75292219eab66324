import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { connectionOf } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { ApprovalPane } from './approval-pane.tsx';
import { anApproval, approver, keeping, look, payTool, renderApprovals, type Waiting } from './approvals-test-kit.tsx';

async function openCard(approval: Waiting, more: FakeFields = {}, permissions: readonly string[] = approver) {
  const kept = keeping([approval], more);
  const { user, server } = renderApprovals(<ApprovalPane id={approval.id} />, kept.fields, permissions);
  const card = within(await screen.findByRole('article'));
  await screen.findAllByText(/Acme/);
  await look();
  const press = (name: string) => user.click(card.getByRole('button', { name }));
  return { user, server, card, press, ...kept };
}

describe('the card of an approval', () => {
  it('tells who asks for which tool, why it waits, with what, and what it would do', async () => {
    const { card } = await openCard(anApproval('a1', { preview: 'Sends 40 EUR to Acme.' }));
    expect(card.getByRole('link', { name: 'pay' })).toHaveAttribute('href', '/t/demo/tools/pay');
    expect(card.getByText(/key billing, as an agent/)).toBeVisible();
    expect(card.getByText(/Payments are asked about/)).toBeVisible();
    expect(await card.findByText('Amount to pay')).toBeVisible();
    expect(card.getByText('40')).toBeVisible();
    expect(card.getByText('Sends 40 EUR to Acme.')).toBeVisible();
  });

  it('says that what it would do is what was asked, also while somebody changes it and after', async () => {
    const asked = anApproval('a1', { preview: 'Sends 40 EUR to Acme.' });
    const kept: { decide?: ReturnType<typeof keeping>['decide']; change?: ReturnType<typeof keeping>['change'] } = {};
    const opened = await openCard(asked, {
      decideApproval: ({ input }) => {
        kept.decide!('a1', 'APPROVE');
        const approval = kept.change!('a1', { editedInput: input.input });
        return { approval, run: approval.run };
      },
    });
    Object.assign(kept, { decide: opened.decide, change: opened.change });
    const { user, card, press } = opened;
    const preview = (title: string) => card.getByRole('region', { name: title });
    await press('Edit and approve');
    const amount = await card.findByRole('textbox', { name: 'Amount to pay' });
    await user.clear(amount);
    await user.type(amount, '30');
    expect(preview('What the call as asked would do')).toHaveTextContent('Sends 40 EUR');
    await press('Approve with these arguments');
    await card.findByText(/ada@demo.test approved it/);
    expect(preview('Arguments, as approved')).toHaveTextContent('30');
    expect(preview('What the call as asked would have done')).toHaveTextContent('Sends 40 EUR');
  });

  it('shows all arguments as JSON when the form of the tool would leave some out', async () => {
    const { card } = await openCard(anApproval('a1', { input: { payee: 'Acme', secretly: 'more' } }));
    expect(await card.findByRole('region', { name: 'arguments as JSON' })).toHaveTextContent('secretly');
  });

  it('shows the arguments and leads nowhere when the tool is not for whoever decides', async () => {
    const { user, card } = await openCard(anApproval('a1'), { tool: () => null }, ['approvals.team.decide']);
    const facts = within(card.getByRole('region', { name: 'Arguments' }));
    expect(facts.getAllByRole('term').map((term) => term.textContent)).toEqual(['payee', 'amount']);
    expect(facts.getAllByRole('definition').map((value) => value.textContent)).toEqual(['Acme', '40']);
    expect(card.getByRole('heading', { name: 'Call of pay' })).toBeVisible();
    expect(card.queryByRole('link')).not.toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Approve' }));
    expect(await card.findByText(/ada@demo.test approved it/)).toBeVisible();
  });

  it('hides no line of an argument that no form describes', async () => {
    const input = { payee: 'Acme', note: 'First\nsecond' };
    const { card } = await openCard(anApproval('a1', { input }), { tool: () => null });
    expect(card.getByRole('region', { name: 'arguments as JSON' })).toHaveTextContent('First\\nsecond');
  });

  it('shows votes, past decisions about the tool, and what was changed', async () => {
    const past = anApproval('old', { status: 'DENIED', decidedBy: 'bob@demo.test', reason: 'Too much.' });
    const { card } = await openCard(
      anApproval('a1', {
        needed: 2,
        votes: [
          {
            by: 'eve@demo.test',
            decision: 'APPROVE',
            reason: 'Fine.',
            counts: true,
            createdAt: '2026-03-01T10:00:00.000Z',
          },
          { by: 'key lost', decision: 'APPROVE', reason: null, counts: false, createdAt: '2026-03-01T10:01:00.000Z' },
        ],
        editedInput: { payee: 'Acme', amount: 30 },
        edits: [{ path: 'amount', before: 40, after: 30 }],
      }),
      { approvals: ({ filter }) => connectionOf(filter.status === 'DENIED' ? [past] : []) },
    );
    expect(card.getByText('1 of 2 agree')).toBeVisible();
    expect(card.getByText(/eve@demo.test approved it/)).toHaveTextContent(/Fine\.$/);
    expect(card.getByText(/key lost approved it/)).toHaveTextContent(/counts no more/);
    expect(await card.findByRole('link', { name: 'bob@demo.test denied it' })).toBeVisible();
    expect(card.getByRole('table', { name: 'Changes' })).toHaveTextContent('amount4030');
    expect(card.queryByRole('button', { name: 'Edit and approve' })).not.toBeInTheDocument();
  });

  it('counts the time down, and offers nothing once it is over', async () => {
    const { card } = await openCard(anApproval('a1', { expiresAt: new Date(Date.now() + 2500).toISOString() }));
    expect(card.getByRole('timer')).toHaveTextContent(/^Expires in \d/);
    await waitFor(() => expect(card.getByRole('timer')).toHaveTextContent('The time to decide is over'));
    expect(card.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('approves once, however often somebody presses, and then offers the receipt', async () => {
    const { user, server, card, press } = await openCard(anApproval('a1'), {
      verifyReceipt: () => ({ valid: true, reason: null, seq: 7, content: { decision: 'APPROVED' } }),
    });
    await user.dblClick(card.getByRole('button', { name: 'Approve' }));
    expect(await card.findByText(/ada@demo.test approved it/)).toBeVisible();
    expect(server.of('Decide_decideApproval').map(({ variables }) => variables)).toEqual([
      { input: { id: 'a1', decision: 'APPROVE' } },
    ]);
    expect(card.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    await press('Check the receipt');
    expect(await card.findByText('Receipt 7 is genuine')).toBeVisible();
  });

  it('warns of a receipt that was touched', async () => {
    const { card, press } = await openCard(anApproval('a1', { status: 'DENIED', mayDecide: false }), {
      verifyReceipt: () => ({ valid: false, reason: 'Its content was changed.', seq: 7, content: {} }),
    });
    await press('Check the receipt');
    expect(await card.findByText('Receipt 7 cannot be trusted')).toBeVisible();
    expect(card.getByText(/Its content was changed\. Tell your operator/)).toBeVisible();
  });

  it('shows a receipt with all that others need to check it, and says when it is gone', async () => {
    const receipt = { seq: 7, content: { decision: 'DENIED' }, previousHash: 'aa', hash: 'bb', signature: 'signed-cc' };
    let answer: object = { valid: true, reason: null, ...receipt };
    const { card, press } = await openCard(anApproval('a1', { status: 'DENIED', mayDecide: false }), {
      verifyReceipt: () => answer,
    });
    await press('Check the receipt');
    expect(await card.findByText(/signed-cc/)).toBeVisible();
    answer = { valid: false, reason: 'It was taken away.', seq: null, content: null };
    await press('Check the receipt');
    expect(await card.findByText('The receipt cannot be trusted')).toBeVisible();
    expect(card.queryByText(/signed-cc/)).not.toBeInTheDocument();
  });

  it('denies only with a reason, which is sent', async () => {
    const { user, server, card, press } = await openCard(anApproval('a1'));
    await press('Deny');
    const panel = within(card.getByRole('group', { name: 'Deny' }));
    await user.click(panel.getByRole('button', { name: 'Deny' }));
    expect(panel.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
    await user.type(panel.getByRole('textbox', { name: 'Reason' }), 'Not on a Friday.');
    await user.click(panel.getByRole('button', { name: 'Deny' }));
    expect(await card.findByText(/denied it/)).toHaveTextContent('Not on a Friday.');
    expect(server.of('Decide_decideApproval')[0]?.variables).toEqual({
      input: { id: 'a1', decision: 'DENY', reason: 'Not on a Friday.' },
    });
  });

  it('offers the refusals that the tool names, of which one has to be chosen', async () => {
    const denyOptions = [{ label: 'Wrong time', reason: 'Ask again on Monday.' }];
    const { user, server, card, press } = await openCard(anApproval('a1', { denyOptions }));
    await press('Deny');
    const panel = within(card.getByRole('group', { name: 'Deny' }));
    await user.click(panel.getByRole('button', { name: 'Deny' }));
    expect(panel.getByText('Choose a reason, or write another one.')).toBeVisible();
    await user.click(panel.getByRole('radio', { name: 'Another reason' }));
    await user.click(panel.getByRole('button', { name: 'Deny' }));
    expect(panel.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
    await user.click(panel.getByRole('radio', { name: 'Wrong time' }));
    await user.click(panel.getByRole('button', { name: 'Deny' }));
    await waitFor(() =>
      expect(server.of('Decide_decideApproval')[0]?.variables).toEqual({
        input: { id: 'a1', decision: 'DENY', denyOption: 'Wrong time' },
      }),
    );
  });

  it('puts what the server says about edited arguments on their fields, and approves what is right', async () => {
    const kept: { decide?: ReturnType<typeof keeping>['decide'] } = {};
    const opened = await openCard(anApproval('a1'), {
      decideApproval: ({ input }) => {
        const problem = { path: ['input', 'amount'], message: 'At most 35.' };
        if (input.input.amount > 35) refuse('BAD_USER_INPUT', 'Check the input.', { fields: [problem] });
        const approval = kept.decide!('a1', 'APPROVE');
        return { approval, run: approval.run };
      },
    });
    kept.decide = opened.decide;
    const { user, server, card, press } = opened;
    await press('Edit and approve');
    const amount = await card.findByRole('textbox', { name: 'Amount to pay' });
    expect(amount).toHaveValue('40');
    await press('Approve with these arguments');
    await waitFor(() => expect(amount).toBeInvalid());
    expect(card.getAllByText(/At most 35/).length).toBeGreaterThan(0);
    await user.clear(amount);
    await user.type(amount, '30');
    await press('Approve with these arguments');
    expect(await card.findByText(/ada@demo.test approved it/)).toBeVisible();
    expect(server.of('Decide_decideApproval').at(-1)?.variables).toEqual({
      input: { id: 'a1', decision: 'APPROVE', input: { payee: 'Acme', amount: 30 } },
    });
  });

  it.each([
    ['what the call left out stays out', {}, 'Not set'],
    ['a no of the call stays a no', { urgent: false }, 'No'],
  ])('asks back only what the approver changed: %s', async (_what, given, answer) => {
    const urgent = { name: 'urgent', label: 'Urgent', type: 'boolean', required: false };
    const input = { payee: 'Acme', amount: 40, ...given };
    const { user, server, card, press } = await openCard(anApproval('a1', { input }), {
      tool: () => ({ ...payTool, fields: [...payTool.fields, urgent] }),
      decideApproval: () => refuse('ALREADY_DECIDED', 'This call was decided already.'),
    });
    await press('Edit and approve');
    const answers = within(await card.findByRole('radiogroup', { name: 'Urgent' }));
    expect(answers.getByRole('radio', { name: answer })).toBeChecked();
    const amount = card.getByRole('textbox', { name: 'Amount to pay' });
    await user.clear(amount);
    await user.type(amount, '30');
    await press('Approve with these arguments');
    await waitFor(() => expect(server.of('Decide_decideApproval')).toHaveLength(1));
    expect(server.of('Decide_decideApproval')[0]?.variables).toEqual({
      input: { id: 'a1', decision: 'APPROVE', input: { ...input, amount: 30 } },
    });
  });

  it('leaves hidden arguments as they are, unless the approver enters others', async () => {
    const pin = { name: 'pin', label: 'Pin', type: 'number', required: true };
    const { server, card, press } = await openCard(
      anApproval('a1', { input: { payee: 'Acme', amount: 40, pin: '••••' } }),
      {
        tool: () => ({ ...payTool, fields: [...payTool.fields, pin] }),
        decideApproval: () => refuse('ALREADY_DECIDED', 'This call was decided already.'),
      },
    );
    await press('Edit and approve');
    expect(await card.findByRole('textbox', { name: 'Pin' })).toHaveValue('');
    expect(card.getByText('Hidden. Leave it empty to keep what was asked for.')).toBeVisible();
    await press('Approve with these arguments');
    await waitFor(() => expect(server.of('Decide_decideApproval')).toHaveLength(1));
    expect(server.of('Decide_decideApproval')[0]?.variables).toMatchObject({
      input: { input: { payee: 'Acme', amount: 40, pin: '••••' } },
    });
  });

  it('says who was faster, and shows the call as it is now', async () => {
    const faster = { status: 'DENIED', decidedBy: 'bob@demo.test', mayDecide: false };
    const opened = await openCard(anApproval('a1'), {
      decideApproval: () => refuse('ALREADY_DECIDED', 'This call was decided already.'),
    });
    opened.change('a1', faster);
    await opened.press('Approve');
    const note = await opened.card.findByRole('alert');
    expect(note).toHaveTextContent('Somebody was faster');
    await waitFor(() => expect(note).toHaveTextContent('bob@demo.test denied it'));
    expect(await opened.card.findByText('Denied')).toBeVisible();
    expect(opened.card.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('tells those who cannot decide why, and offers them nothing', async () => {
    const { card } = await openCard(
      anApproval('a1', { mayDecide: false, whyNot: 'You asked for this call yourself.' }),
    );
    expect(card.getByText('You asked for this call yourself.')).toBeVisible();
    expect(card.queryByRole('button', { name: /Approve|Deny|Ask|Snooze/ })).not.toBeInTheDocument();
  });

  it('offers to deny, and not to approve, what is not what was asked any more', async () => {
    const voidBecause = 'The approval rule that asked has changed since the call was made.';
    const { card } = await openCard(anApproval('a1', { voidBecause }));
    expect(card.getByText(/The approval rule that asked has changed since the call was made\. Deny it/)).toBeVisible();
    expect(card.getByRole('button', { name: 'Deny' })).toBeVisible();
    for (const name of ['Approve', 'Edit and approve'])
      expect(card.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('decides nothing by a press that comes right after the card has changed', async () => {
    const { user, server, card, change, press } = await openCard(anApproval('a1'), {
      askRequester: () => ({ approval: change('a1', { why: 'Something else now.' }) }),
    });
    await press('Ask');
    await user.type(card.getByRole('textbox', { name: /question/ }), 'Why?');
    await user.click(within(card.getByRole('group', { name: 'Ask' })).getByRole('button', { name: 'Ask' }));
    await card.findByText(/Something else now/);
    await press('Approve');
    expect(await card.findByText('Nothing was decided')).toBeVisible();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
    await act(look);
    await press('Approve');
    expect(await card.findByText(/ada@demo.test approved it/)).toBeVisible();
  });
});
