import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { aRule, openRules } from './rules-test-kit.ts';

const field = (name: string) => screen.findByRole('textbox', { name });
const box = (name: string) => screen.findByRole('combobox', { name });

function openNew(more: FakeFields = {}) {
  return openRules('/new', {
    approvalRules: () => [],
    createApprovalRule: ({ input }) => ({ rule: aRule(input.rule.name) }),
    ...more,
  });
}

function openSaved(rule: object, more: FakeFields = {}) {
  const saved = aRule('Payments', rule);
  return openRules(`/${saved.id}`, { approvalRules: () => [saved], ...more });
}

async function choose(user: UserEvent, label: string, option: string) {
  await user.click(await box(label));
  await user.click(await screen.findByRole('option', { name: option }));
}

async function addComparison(user: UserEvent, path: string, value: string) {
  await user.click(screen.getByRole('button', { name: 'Add comparison' }));
  const at = screen.getAllByRole('button', { name: /^Remove comparison/ }).length;
  await user.type(await box(`Field of comparison ${at}`), path);
  await user.type(await field(`Value of comparison ${at}`), value);
}

beforeEach(() => {
  startFakeSockets();
  clientFor(`unused-${Math.random()}`);
});

describe('whether people decide about what is done for them', () => {
  const switched = () => screen.findByRole('switch', { name: /^People may approve/ });

  it.each([true, false])('is shown as it is saved: %s', async (selfApproval) => {
    openSaved({ selfApproval });
    expect((await switched()).matches(':checked')).toBe(selfApproval);
  });

  it('is sent as it is shown', async () => {
    const { user, server } = openNew();
    await user.type(await field('Name'), 'Four eyes');
    expect(await switched()).toBeChecked();
    await user.click(await switched());
    expect(await switched()).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(server.of('NewRulePage_createApprovalRule')).toHaveLength(1));
    expect(server.of('NewRulePage_createApprovalRule')[0]?.variables).toMatchObject({
      input: { rule: { selfApproval: false } },
    });
  });
});

describe('a new approval rule', () => {
  it('is sent with what it is about, its condition and who decides', async () => {
    const { user, server, address } = openNew();
    await user.type(await field('Name'), 'Big payments');
    await choose(user, 'Tools', 'Pay');
    await choose(user, 'Who calls', 'An agent');
    await addComparison(user, 'amount', '1000');
    await choose(user, 'People', 'Max Member');
    await user.click(screen.getByRole('checkbox', { name: /manager/ }));
    await user.type(await field('Remind after'), '2');
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(address()).toBe('/t/demo/admin/approval-rules'));
    expect(server.of('NewRulePage_createApprovalRule')[0]?.variables).toMatchObject({
      input: {
        rule: {
          name: 'Big payments',
          verdict: 'ask',
          match: { tools: ['pay'], callers: ['agent'], roles: [] },
          condition: 'input.amount > 1000',
          deciders: { users: ['user-2'], roles: [], manager: true },
          needed: 1,
          expiresAfter: 604_800,
          remindAfter: 7_200,
        },
      },
    });
  });

  it('can be about one person, found by name', async () => {
    const { user, server } = openNew();
    await user.type(await field('Name'), 'Max asks');
    await user.type(await box('Who calls'), 'Max');
    await waitFor(() => expect(screen.queryByRole('option', { name: 'A program with a key' })).not.toBeInTheDocument());
    await user.click(await screen.findByRole('option', { name: 'Max Member' }));
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(server.of('NewRulePage_createApprovalRule')).toHaveLength(1));
    expect(server.of('NewRulePage_createApprovalRule')[0]?.variables).toMatchObject({
      input: { rule: { match: { callers: ['user-2'] } } },
    });
  });

  it('asks for the reason of a refusal, and sends no deciders with it', async () => {
    const { user, server } = openNew();
    await user.type(await field('Name'), 'Never');
    await user.click(screen.getByRole('radio', { name: /^Deny/ }));
    expect(screen.queryByRole('region', { name: 'Who decides' })).not.toBeInTheDocument();
    await user.type(await field('Reason'), 'Ask the bank.');
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(server.of('NewRulePage_createApprovalRule')).toHaveLength(1));
    expect(server.of('NewRulePage_createApprovalRule')[0]?.variables).toMatchObject({
      input: { rule: { verdict: 'deny', reason: 'Ask the bank.', expiresAfter: null, limit: null } },
    });
  });

  it('says at the field what is wrong with a time or with an entry of a list', async () => {
    const message = 'At most 200 characters.';
    const { user } = openNew({
      createApprovalRule: () =>
        refuse('BAD_USER_INPUT', message, { fields: [{ path: ['match', 'callers', '0'], message }] }),
    });
    await user.type(await field('Name'), 'Slow');
    await choose(user, 'Who calls', 'An agent');
    await user.type(await field('Give up after'), '000');
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(async () => expect(await field('Give up after')).toHaveAccessibleDescription(/a minute and a year/));
    await user.clear(await field('Give up after'));
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(async () => expect(await box('Who calls')).toHaveAccessibleDescription(/200 characters/));
  });

  it('does not send a comparison that is not complete', async () => {
    const { user, server } = openNew();
    await user.type(await field('Name'), 'Half');
    await addComparison(user, 'amount', 'much');
    await user.clear(await box('Field of comparison 1'));
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    expect(await screen.findByText('Choose a field.')).toBeVisible();
    expect(server.of('NewRulePage_createApprovalRule')).toEqual([]);
  });

  it('shows what the server says about the condition at the condition', async () => {
    const message = 'The expression cannot be read at character 3.';
    const { user } = openNew({
      createApprovalRule: () => refuse('BAD_USER_INPUT', message, { fields: [{ path: ['condition'], message }] }),
    });
    await user.type(await field('Name'), 'Odd');
    await user.click(screen.getByRole('radio', { name: 'Write' }));
    await user.type(await field('Expression'), 'input.(');
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(async () => expect(await field('Expression')).toHaveAccessibleDescription(/cannot be read/));
  });

  it('asks before what was typed is left behind', async () => {
    const { user, address } = openNew();
    await user.type(await field('Name'), 'Unsaved');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(address()).toBe('/t/demo/admin/approval-rules'));
  });
});

describe('the condition of a rule', () => {
  it('offers the fields of the chosen tool with operators that fit them', async () => {
    const { user } = openSaved({
      condition: 'input.amount > 5 and input.urgent == true',
      match: { tools: ['pay'] },
    });
    expect(await box('Field of comparison 1')).toHaveValue('amount');
    await waitFor(async () => expect(await box('Value of comparison 2')).toHaveValue('Yes'));
    await user.click(await box('Operator of comparison 2'));
    const offered = screen.getAllByRole('option').map((option) => option.textContent);
    expect(offered).toEqual(['is', 'is not']);
  });

  it('goes from rows to text and back', async () => {
    const { user } = openSaved({ condition: 'input.amount > 5 or input.to.city == "Oslo"' });
    await user.click(await screen.findByRole('radio', { name: 'Write' }));
    expect(await field('Expression')).toHaveValue('input.amount > 5 or input.to.city == "Oslo"');
    await user.click(screen.getByRole('radio', { name: 'Build' }));
    expect(await box('Field of comparison 2')).toHaveValue('to.city');
    expect(screen.getByRole('radio', { name: 'One is enough' })).toBeChecked();
  });

  it('stays as text when the builder cannot show it', async () => {
    openSaved({ condition: 'max(input.a, input.b) > 3' });
    expect(await field('Expression')).toHaveValue('max(input.a, input.b) > 3');
    expect(screen.getByRole('radio', { name: 'Build' })).toBeDisabled();
    expect(screen.getByText(/stays as text/)).toBeVisible();
  });
});

describe('a saved approval rule', () => {
  const endsAt = '2030-05-05T10:11:12.000Z';

  it('is saved with only what was changed', async () => {
    const { user, server } = openSaved(
      { deciders: { users: ['user-9'], roles: [], manager: false }, endsAt, expiresAfter: 5_400 },
      { updateApprovalRule: ({ input }) => ({ rule: aRule(input.rule.name) }) },
    );
    expect(await field('Give up after')).toHaveValue('90');
    await user.type(await field('Name'), ' abroad');
    await user.click(screen.getByRole('button', { name: 'Save rule' }));
    await waitFor(() => expect(server.of('EditRule_updateApprovalRule')).toHaveLength(1));
    expect(server.of('EditRule_updateApprovalRule')[0]?.variables).toEqual({
      input: { id: 'rule-payments', revision: 3, rule: { name: 'Payments abroad' } },
    });
  });

  function openStale() {
    let current = aRule('Payments');
    const opened = openRules('/rule-payments', {
      approvalRules: () => [current],
      updateApprovalRule: ({ input }) => {
        if (input.revision !== current.revision) {
          refuse('CONFLICT', 'Max saved this rule.', { current: { revision: current.revision, updatedBy: 'Max' } });
        }
        current = { ...current, ...input.rule, revision: input.revision + 1 };
        return { rule: current };
      },
    });
    const saveElsewhere = () => {
      current = { ...current, needed: 4, revision: 4, updatedBy: 'Max' };
    };
    return { ...opened, saveElsewhere };
  }

  async function saveTooLate() {
    const opened = openStale();
    await opened.user.type(await field('Name'), ' too');
    opened.saveElsewhere();
    await opened.user.click(screen.getByRole('button', { name: 'Save rule' }));
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('Max saved it while you were editing.');
    return { ...opened, note: within(note) };
  }

  it('says who saved in between, and can save on top of it', async () => {
    const { user, note, server, address } = await saveTooLate();
    await user.click(note.getByRole('button', { name: 'Save mine on top' }));
    await waitFor(() => expect(address()).toBe('/t/demo/admin/approval-rules'));
    expect(server.of('EditRule_updateApprovalRule').at(-1)?.variables).toEqual({
      input: { id: 'rule-payments', revision: 4, rule: { name: 'Payments too' } },
    });
  });

  it('can take over what was saved in between', async () => {
    const { user, note } = await saveTooLate();
    await user.click(note.getByRole('button', { name: 'Load their version' }));
    await waitFor(async () => expect(await field('How many must agree')).toHaveValue('4'));
    expect(await field('Name')).toHaveValue('Payments');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says so when it is gone', async () => {
    openRules('/rule-gone', { approvalRules: () => [] });
    expect(await screen.findByRole('heading', { name: 'Rule not found' })).toBeVisible();
  });
});

describe('the rehearsal', () => {
  const result = {
    looked: 120,
    isCut: true,
    matched: 14,
    decided: 11,
    verdict: 'ask',
    unclear: 2,
    changed: 30,
    before: { allowed: 100, asked: 15, denied: 5 },
    after: { allowed: 70, asked: 45, denied: 5 },
    changes: [
      {
        runId: 'run-1',
        sessionId: 'session-1',
        toolSlug: 'pay',
        requestedBy: 'Max Member',
        at: '2026-03-01T10:00:00.000Z',
        note: null,
        before: 'allow',
        after: 'ask',
        by: 'Large amounts',
      },
    ],
  };

  it('leads to where a call was refused, which has no run', async () => {
    const refused = { ...result.changes[0], runId: null, toolSlug: 'wire', before: 'deny' };
    const { user } = openSaved(
      {},
      { rehearseApprovalRule: () => ({ ...result, changes: [refused, ...result.changes] }) },
    );
    const panel = within(await screen.findByRole('region', { name: 'Rehearsal' }));
    await user.click(panel.getByRole('button', { name: 'Rehearse' }));
    expect(await panel.findByRole('link', { name: 'wire' })).toHaveAttribute(
      'href',
      '/t/demo/events?session=session-1',
    );
  });

  it('says what the draft would have done, and knows when the draft has changed since', async () => {
    const { user, server } = openSaved({ condition: 'input.amount > 5' }, { rehearseApprovalRule: () => result });
    const panel = within(await screen.findByRole('region', { name: 'Rehearsal' }));
    await user.click(panel.getByRole('radio', { name: '7 days' }));
    await user.click(panel.getByRole('button', { name: 'Rehearse' }));
    expect(
      await panel.findByText(/Looked at the latest 120 calls; there were more in the last 7 days/),
    ).toHaveTextContent(
      '14 match: 3 a rule above decides, 11 would have waited for approval. 2 could not be worked out and would have asked.',
    );
    const tally = within(panel.getByRole('table', { name: /by the rules of today and with this draft/ }));
    expect(tally.getByRole('row', { name: 'Wait 15 45' })).toBeVisible();
    expect(panel.getByText('30 calls would go another way:')).toBeVisible();
    const changed = within(panel.getByRole('list', { name: 'Calls that would go another way' }));
    expect(changed.getByRole('listitem')).toHaveTextContent('Allow → Ask by Large amounts');
    expect(panel.getByText('These are the latest 1.')).toBeVisible();
    expect(panel.getByRole('link', { name: 'pay' })).toHaveAttribute('href', '/t/demo/runs/run-1');
    const sent = server.of('UseRehearsalQuery')[0]?.variables as { since: string; rule: object; ruleId: string };
    expect(sent.ruleId).toBe('rule-payments');
    expect(sent.rule).toMatchObject({ verdict: 'ask', condition: 'input.amount > 5' });
    expect(Math.round((Date.now() - Date.parse(sent.since)) / 86_400_000)).toBe(7);
    expect(panel.queryByText('Out of date')).not.toBeInTheDocument();

    await user.type(await field('Value of comparison 1'), '0');
    expect(await panel.findByText('Out of date')).toBeVisible();
    expect(panel.getByText(/Looked at the latest 120 calls/)).toBeVisible();
  });

  it('shows what is wrong with the condition at the condition too', async () => {
    const message = 'There is no such thing.';
    const { user } = openSaved(
      { condition: 'nothing(input.a)' },
      {
        rehearseApprovalRule: () => refuse('BAD_USER_INPUT', message, { fields: [{ path: ['condition'], message }] }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Rehearse' }));
    await waitFor(async () => expect(await field('Expression')).toHaveAccessibleDescription(/no such thing/));
  });
});
