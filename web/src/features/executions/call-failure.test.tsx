import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTool } from '#features/tools/tools-test-kit.ts';
import { refuse } from '../../../test/fake-server.ts';
import { aRun, openApp, runner } from './executions-test-kit.tsx';

const title = 'A rule refuses this call';
const byRule = { reason: 'REFUSED_BY_RULE', rule: { id: 'rule/1', name: 'Office hours' } };
const refused = (message = 'Not now') => refuse('FORBIDDEN', message, byRule);

async function noteOf(name: string, executeTool: () => never, permissions = runner) {
  const view = openApp(
    '/t/demo/tools/weather',
    { tool: () => aTool('weather', { fields: [] }), executeTool },
    permissions,
  );
  await view.user.click(await screen.findByRole('button', { name: 'Run' }));
  return within(await screen.findByRole('alert', { name }));
}

describe('a call that a rule refuses', () => {
  it('says which rule it was and why, and offers no second try, which would be refused too', async () => {
    const note = await noteOf(title, () => refused());
    expect(note.getByText('By the rule “Office hours”: Not now')).toBeVisible();
    expect(note.getByText(/ask an admin of this tenant to change the rule/)).toBeVisible();
    expect(note.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(note.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.queryByText('You may not do this')).not.toBeInTheDocument();
  });

  it('leads those who may change the rule to it', async () => {
    const note = await noteOf(title, () => refused(), [...runner, 'approvals.team.rules']);
    const link = note.getByRole('link', { name: 'Open the rule' });
    expect(link).toHaveAttribute('href', '/t/demo/admin/approval-rules/rule%2F1');
  });

  it('is told once what the rule is called', async () => {
    const note = await noteOf(title, () => refused('The rule “Office hours” refuses this call.'));
    expect(note.getByText('The rule “Office hours” refuses this call.')).toBeVisible();
  });

  it('is told in the same words when it is a repetition of another run', async () => {
    const { user } = openApp('/t/demo/runs/run-1', { toolRun: () => aRun('run-1'), executeTool: () => refused() });
    await user.click(await screen.findByRole('button', { name: 'Run again' }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('By the rule “Office hours”: Not now')).toBeVisible();
  });
});

it('a call that a role is missing for is no refusal by a rule, and can be tried again', async () => {
  const note = await noteOf('You may not do this', () =>
    refuse('FORBIDDEN', 'This needs the permission tools.tenant.execute.'),
  );
  expect(note.getByRole('button', { name: 'Try again' })).toBeVisible();
});
