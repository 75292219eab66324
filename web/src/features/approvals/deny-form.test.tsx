import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApprovalPane } from './approval-pane.tsx';
import { anApproval, keeping, look, renderApprovals } from './approvals-test-kit.tsx';

const denyOptions = [
  { label: 'Wrong amount', reason: 'The amount is not the one on the invoice.' },
  { label: 'Paid already', reason: 'The invoice is paid.' },
];

async function startDenying() {
  const { fields } = keeping([anApproval('a1', { denyOptions })]);
  const { user, server } = renderApprovals(<ApprovalPane id="a1" />, fields);
  const card = within(await screen.findByRole('article'));
  await look();
  await user.keyboard('d');
  const radio = (name: string) => card.getByRole('radio', { name });
  const sent = () => server.of('Decide_decideApproval').map(({ variables }) => variables?.input);
  return { user, card, radio, sent };
}

describe('a denial', () => {
  it('takes what is typed for a reason of one’s own, and chooses none that the tool names', async () => {
    const { user, card, radio, sent } = await startDenying();
    expect(radio('Wrong amount')).toHaveFocus();
    await user.keyboard('Not in budget{Enter}');
    expect(card.getByRole('textbox', { name: 'Reason' })).toHaveValue('Not in budget\n');
    expect(radio('Another reason')).toBeChecked();
    expect(sent()).toEqual([]);
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ id: 'a1', decision: 'DENY', reason: 'Not in budget' }]));
  });

  it('is not sent by Enter while nothing is chosen', async () => {
    const { user, card, sent } = await startDenying();
    await user.keyboard('{Enter}');
    expect(await card.findByText('Choose a reason, or write another one.')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('is one that the tool names when that is chosen by arrow key, with what is typed added to it', async () => {
    const { user, card, radio, sent } = await startDenying();
    await user.keyboard('{ArrowDown}');
    expect(radio('Paid already')).toBeChecked();
    await user.keyboard('In May.');
    expect(card.getByRole('textbox', { name: 'Anything to add?' })).toHaveValue('In May.');
    expect(radio('Paid already')).toBeChecked();
    await user.click(card.getByRole('group', { name: 'Deny' }).querySelector('[type=submit]')!);
    await waitFor(() =>
      expect(sent()).toEqual([{ id: 'a1', decision: 'DENY', reason: 'In May.', denyOption: 'Paid already' }]),
    );
  });
});
