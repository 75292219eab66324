import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { ApprovalPane } from './approval-pane.tsx';
import { anApproval, approver, keeping, look, renderApprovals } from './approvals-test-kit.tsx';
import { inDays } from './grant-days.ts';

const message = (kind: string, text: string) => ({
  id: `message-${text}`,
  kind,
  text,
  author: 'ada@demo.test',
  createdAt: '2026-03-01T10:00:00.000Z',
});

async function openCard(more: FakeFields, about: object = {}, permissions: readonly string[] = approver) {
  const kept = keeping([anApproval('a1', about)], more);
  const { user, server } = renderApprovals(<ApprovalPane id="a1" />, kept.fields, permissions);
  const card = within(await screen.findByRole('article'));
  const press = (name: string) => user.click(card.getByRole('button', { name }));
  const panel = (name: string) => within(card.getByRole('group', { name }));
  return { user, server, card, press, panel, ...kept };
}

describe('what can be done about a call that waits', () => {
  it('asks whoever wants the call, and shows the question', async () => {
    const { user, server, card, press, panel } = await openCard({
      askRequester: ({ input }) => ({ approval: anApproval('a1', { messages: [message('question', input.text)] }) }),
    });
    await press('Ask');
    const text = panel('Ask').getByRole('textbox', { name: /question/ });
    expect(text).toHaveFocus();
    await user.type(text, 'What for?');
    await user.click(panel('Ask').getByRole('button', { name: 'Ask' }));
    expect(await card.findByText('What for?')).toBeVisible();
    expect(server.of('AskForm_askRequester')[0]?.variables).toEqual({ input: { id: 'a1', text: 'What for?' } });
    expect(card.queryByRole('group', { name: 'Ask' })).not.toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Ask' })).toHaveFocus();
  });

  it('lets whoever asked for the call answer, and nobody else', async () => {
    const messages = [message('question', 'What for?')];
    const own = { messages, mayAnswer: true, mayDecide: false, whyNot: 'You asked for it yourself.' };
    const { user, server, card, press } = await openCard(
      {
        answerApprover: ({ input }) => ({
          approval: anApproval('a1', { ...own, messages: [...messages, message('answer', input.text)] }),
        }),
      },
      own,
    );
    await user.type(card.getByRole('textbox', { name: 'Your answer' }), 'The rent.');
    await press('Answer');
    expect(await within(card.getByRole('log')).findByText('The rent.')).toBeVisible();
    expect(card.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
    expect(server.of('AnswerForm_answerApprover')).toHaveLength(1);
  });

  it('shows no field to answer to those who did not ask for the call', async () => {
    const { card } = await openCard({}, { messages: [message('question', 'What for?')] });
    expect(card.getByText('What for?')).toBeVisible();
    expect(card.queryByRole('textbox', { name: 'Your answer' })).not.toBeInTheDocument();
  });

  it('puts the call before somebody else', async () => {
    const people = [
      { userId: 'user-1', name: 'Olive Owner', email: 'olive@demo.test' },
      { userId: 'user-2', name: 'Eve Approver', email: 'eve@demo.test' },
    ];
    const { user, server, press, panel } = await openCard(
      { reassignApproval: () => ({ approval: anApproval('a1', { assigneeId: 'user-2', mayDecide: false }) }) },
      { assigneeId: 'user-1', eligibleDeciders: people },
    );
    await press('Reassign');
    await user.click(panel('Reassign').getByRole('button', { name: 'Reassign' }));
    expect(await screen.findByText('Choose who should decide.')).toBeVisible();
    await user.click(panel('Reassign').getByRole('combobox', { name: 'Who should decide' }));
    await user.click(await screen.findByRole('option', { name: /Eve Approver/ }));
    expect(screen.queryByRole('option', { name: /Olive Owner/ })).not.toBeInTheDocument();
    await user.click(panel('Reassign').getByRole('button', { name: 'Reassign' }));
    await waitFor(() =>
      expect(server.of('ReassignForm_reassignApproval')[0]?.variables).toEqual({
        input: { id: 'a1', userId: 'user-2' },
      }),
    );
  });

  it('takes the call out of the inbox until later', async () => {
    const { server, press, card } = await openCard({ snoozeApproval: () => ({ approval: anApproval('a1') }) });
    await press('Snooze');
    const before = Date.now();
    await press('For 1 hour');
    await waitFor(() => expect(card.queryByRole('group', { name: 'Snooze' })).not.toBeInTheDocument());
    const [sent] = server.of('SnoozeChoice_snoozeApproval');
    const input = sent?.variables?.input as { id: string; until: string };
    expect(input.id).toBe('a1');
    expect(Math.abs(new Date(input.until).getTime() - before - 3_600_000)).toBeLessThan(60_000);
  });

  it('makes a rule that lets such calls pass, so often and so long', async () => {
    const { user, server, press, panel } = await openCard(
      { grantAlwaysAllow: () => ({ rule: { id: 'rule-1' } }) },
      {},
      [...approver, 'approvals.team.rules'],
    );
    await press('Always allow…');
    const form = panel('Always allow…');
    expect(form.getByRole('radio', { name: 'Only key billing' })).toBeChecked();
    await user.click(form.getByRole('radio', { name: 'Everybody' }));
    await user.type(form.getByRole('textbox', { name: 'How often at most' }), '5');
    await user.click(form.getByRole('button', { name: 'Always allow' }));
    await waitFor(() => expect(server.of('AlwaysAllowForm_grantAlwaysAllow')).toHaveLength(1));
    expect(server.of('AlwaysAllowForm_grantAlwaysAllow')[0]?.variables).toEqual({
      input: {
        approvalId: 'a1',
        forCaller: false,
        limit: 5,
        endsAt: new Date(`${inDays(30, new Date())}T23:59:59`).toISOString(),
      },
    });
    expect(await screen.findByText(/This one still waits for a decision/)).toBeVisible();
  });

  it('offers rules only to those who may make them, and to hand the call on to all who decide', async () => {
    const { card } = await openCard({});
    expect(card.getByRole('button', { name: 'Snooze' })).toBeVisible();
    expect(card.queryByRole('button', { name: 'Always allow…' })).not.toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Reassign' })).toBeVisible();
  });

  it('is driven by single keys: a approves, d denies, e edits, Escape leads back', async () => {
    const { user, server, card } = await openCard({});
    await look();
    await user.keyboard('e');
    expect(await card.findByRole('textbox', { name: 'Payee' })).toHaveValue('Acme');
    await user.click(card.getByRole('textbox', { name: 'Payee' }));
    await user.keyboard('a{Backspace}{Escape}');
    expect(card.queryByRole('textbox', { name: 'Payee' })).not.toBeInTheDocument();
    await user.keyboard('d');
    expect(await card.findByRole('textbox', { name: 'Reason' })).toHaveFocus();
    await user.keyboard('a{Escape}');
    expect(card.getByRole('button', { name: 'Deny' })).toHaveFocus();
    await look();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
    await user.keyboard('aa');
    expect(await card.findByText(/ada@demo.test approved it/)).toBeVisible();
    expect(server.of('Decide_decideApproval')).toHaveLength(1);
  });

  it.each(['Edit and approve', 'Deny', 'Ask', 'Reassign', 'Snooze', 'Always allow…'])(
    'offers no approval beside what is open: %s',
    async (name) => {
      const { user, server, card, press } = await openCard({}, {}, [...approver, 'approvals.team.rules']);
      await look();
      await press(name);
      expect(card.getByRole('group', { name })).toBeVisible();
      expect(card.queryByRole('button', { name: /^Approve( as asked)?$/ })).not.toBeInTheDocument();
      await user.click(card.getByRole('heading', { level: 2 }));
      await user.keyboard('a');
      expect(server.of('Decide_decideApproval')).toHaveLength(0);
      await press('Close');
      expect(card.getByRole('button', { name: 'Approve' })).toBeVisible();
      expect(card.getByRole('button', { name })).toHaveFocus();
    },
  );

  it('takes a second press on what closes, or a letter typed on after Escape, for no approval', async () => {
    const { user, server, card, press } = await openCard({});
    await look();
    await press('Ask');
    await press('Close');
    await press('Approve');
    expect(await card.findByText('Nothing was decided')).toBeVisible();
    await user.keyboard('d');
    await user.keyboard('Not {Escape}a');
    await look();
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
    await press('Approve');
    expect(await card.findByText(/ada@demo.test approved it/)).toBeVisible();
  });

  it('asks nobody twice where several must agree, and lets them refuse after all', async () => {
    const votes = [
      { by: 'ada@demo.test', decision: 'APPROVE', reason: null, counts: true, createdAt: '2026-03-01T10:00:00.000Z' },
    ];
    const { card } = await openCard({}, { needed: 2, votes });
    expect(card.getByText('You have agreed. Others have to agree too.')).toBeVisible();
    expect(card.queryByRole('button', { name: /Approve/ })).not.toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Deny' })).toBeVisible();
    expect(card.getByRole('button', { name: 'Ask' })).toBeVisible();
  });

  it('keeps the card, names the cause and says what to do when a call can only be denied any more', async () => {
    const cause = 'The approval rule that asked has changed. Deny the call, and let it be made again.';
    const { card, press } = await openCard({ decideApproval: () => refuse('APPROVAL_OUT_OF_SCOPE', cause) });
    await look();
    await press('Approve');
    expect(await card.findByRole('alert')).toHaveTextContent(cause);
    expect(card.getByRole('button', { name: 'Deny' })).toBeVisible();
  });
});
