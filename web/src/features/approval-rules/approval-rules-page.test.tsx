import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { followed } from '#features/approvals/approvals-test-kit.tsx';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { aRule, openRules } from './rules-test-kit.ts';

const FIRST = 'Large amounts';
const SECOND = 'Agents ask';

function open(list: ReturnType<typeof aRule>[], more: FakeFields = {}, permissions?: string[]) {
  return openRules('', { approvalRules: () => list, ...more }, permissions);
}

const twoRules = () => [
  aRule(FIRST, { verdict: 'deny', inWords: 'A call is refused when input.amount > 1000.' }),
  aRule(SECOND),
];
const names = () => screen.getAllByRole('switch').map((each) => each.getAttribute('aria-label'));

beforeEach(() => {
  startFakeSockets();
  clientFor(`unused-${Math.random()}`);
});

describe('the list of approval rules', () => {
  it('is reached from the navigation and shows each rule as a sentence with its verdict', async () => {
    open(twoRules());
    expect(await screen.findByText('A call is refused when input.amount > 1000.')).toBeVisible();
    expect(screen.getByText('Deny')).toBeVisible();
    const admin = within(screen.getByRole('region', { name: 'Admin' }));
    expect(admin.getByRole('link', { name: 'Approval rules' })).toHaveAttribute('href', '/t/demo/admin/approval-rules');
  });

  it('shows how often a grant was used and that it is over', async () => {
    open([
      aRule('Grant', { verdict: 'allow', limit: 10, used: 3 }),
      aRule('Spent', { verdict: 'allow', limit: 1, used: 1 }),
      aRule('Past', { endsAt: '2020-01-01T00:00:00.000Z' }),
    ]);
    expect(await screen.findByText(/3 of 10 uses/)).toBeVisible();
    expect(screen.getAllByText('Over')).toHaveLength(2);
    expect(screen.getByText(/Ended/)).toBeVisible();
  });

  it('moves a rule with the keyboard, says so, and keeps the focus on the arrow', async () => {
    let list = twoRules();
    const { user, server } = open([], {
      approvalRules: () => list,
      orderApprovalRules: ({ input }) => {
        list = input.ids.map((id: string) => list.find((rule) => rule.id === id));
        return { rules: list };
      },
    });
    await user.click(await screen.findByRole('button', { name: `Move ${SECOND} up` }));
    expect(screen.getByText(`${SECOND} is now number 1 of 2.`)).toBeInTheDocument();
    expect(names()).toEqual([`Use ${SECOND}`, `Use ${FIRST}`]);
    await waitFor(() => expect(screen.getByRole('button', { name: `Move ${SECOND} down` })).toHaveFocus());
    await waitFor(() => expect(server.of('OrderRules_orderApprovalRules')).toHaveLength(1));
    expect(server.of('OrderRules_orderApprovalRules')[0]?.variables).toEqual({
      input: { ids: ['rule-agents-ask', 'rule-large-amounts'] },
    });
    await waitFor(() => expect(names()).toEqual([`Use ${SECOND}`, `Use ${FIRST}`]));
  });

  it('puts the order back and says why when the server refuses it', async () => {
    const { user } = open(twoRules(), {
      orderApprovalRules: () => refuse('CONFLICT', 'The rules have changed in the meantime.'),
    });
    await user.click(await screen.findByRole('button', { name: `Move ${FIRST} down` }));
    expect(await screen.findByText('The rules have changed in the meantime.')).toBeVisible();
    await waitFor(() => expect(names()).toEqual([`Use ${FIRST}`, `Use ${SECOND}`]));
  });

  it('switches a rule off with the revision that was looked at', async () => {
    const list = twoRules();
    const { user, server } = open(list, {
      updateApprovalRule: ({ input }) => ({ rule: Object.assign(list[0]!, input.rule, { revision: 4 }) }),
    });
    await user.click(await screen.findByRole('switch', { name: `Use ${FIRST}` }));
    expect(await screen.findByText('Off')).toBeVisible();
    expect(server.of('RuleActions_updateApprovalRule')[0]?.variables).toEqual({
      input: { id: 'rule-large-amounts', revision: 3, rule: { enabled: false } },
    });
  });

  it('deletes only after a question', async () => {
    const list = twoRules();
    const { user } = open(list, {
      deleteApprovalRule: ({ input }) => ({ id: list.shift() && input.id }),
    });
    await user.click(await screen.findByRole('button', { name: `Delete ${FIRST}` }));
    expect(list).toHaveLength(2);
    await user.click(await screen.findByRole('button', { name: 'Delete rule' }));
    await waitFor(() => expect(names()).toEqual([`Use ${SECOND}`]));
  });

  it('says before a rule is deleted or switched off what becomes of the calls that wait because of it', async () => {
    const list = twoRules();
    Object.assign(list[0]!, { waiting: 3 });
    const { user, server } = open(list);
    await user.click(await screen.findByRole('button', { name: `Delete ${FIRST}` }));
    const warning = /3 calls wait because of it, and will go on waiting for those who were asked/;
    expect(await screen.findByText(warning)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText(warning)).not.toBeInTheDocument());
    await user.click(await screen.findByRole('switch', { name: `Use ${FIRST}` }));
    expect(await screen.findByText(warning)).toBeVisible();
    expect(server.of('RuleActions_updateApprovalRule')).toHaveLength(0);
  });

  it('shows at once how somebody else has ordered the rules', async () => {
    let list = twoRules();
    open([], { approvalRules: () => list });
    await screen.findByRole('button', { name: `Move ${SECOND} up` });
    const tell = await followed('approvalRulesChanged');
    list = list.toReversed();
    act(() => tell({ __typename: 'ApprovalRuleChange', id: null }));
    await waitFor(() => expect(names()).toEqual([`Use ${SECOND}`, `Use ${FIRST}`]));
  });

  it('is only to look at without the right to write rules', async () => {
    open(twoRules(), {}, ['approvals.team.read']);
    expect(await screen.findByText(/input.amount > 1000/)).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add rule' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Delete|Move/ })).not.toBeInTheDocument();
  });

  it('is closed to those who may not see waiting calls', async () => {
    const { server } = open(twoRules(), {}, ['tools.tenant.read']);
    expect(await screen.findByText('Your role does not open this page')).toBeVisible();
    expect(server.of('ApprovalRulesPageQuery')).toEqual([]);
  });

  it('explains what happens without rules and starts one from an example', async () => {
    const { user, address } = open([]);
    expect(await screen.findByText(/each tool’s own policy decides/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Large amounts need two people' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Large amounts need two people');
    expect(address()).toBe('/t/demo/admin/approval-rules/new?example=large-amounts');
    expect(screen.getByRole('textbox', { name: 'How many must agree' })).toHaveValue('2');
  });
});
