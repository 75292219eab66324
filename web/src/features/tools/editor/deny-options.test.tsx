import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { refuse } from '../../../../test/fake-server.ts';
import { anOwnTool, openEditor } from './editor-test-kit.tsx';

const EDIT = '/t/demo/admin/tools/weather/edit';
const LATE = { label: 'Too late', reason: 'Ask again on Monday.' };
const DEAR = { label: 'Too dear', reason: 'Find a cheaper one.' };

type Input = { version: number; denyOptions: object[] };

function open(denyOptions: object[], more: object = {}) {
  const view = openEditor(EDIT, {
    fields: {
      editableTool: ({ slug }: { slug: string }) => (slug === 'weather' ? anOwnTool({ denyOptions }) : null),
      updateTool: ({ input }: { input: Input }) => ({
        tool: anOwnTool({ version: input.version + 1, denyOptions: input.denyOptions }),
      }),
      ...more,
    },
  });
  const sent = () =>
    view.server.of('SaveTool_updateTool').map(({ variables }) => (variables as { input: Input }).input.denyOptions);
  return { ...view, sent };
}

const label = (number: number) => screen.findByRole('textbox', { name: `Label, deny option ${number}` });
const reason = (number: number) => screen.getByRole('textbox', { name: `Reason, deny option ${number}` });
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save tool' }));

describe('deny options', () => {
  it('are shown as stored, and added and removed by keyboard alone', async () => {
    const { user, sent } = open([LATE]);
    expect(await label(1)).toHaveValue('Too late');
    expect(reason(1)).toHaveValue('Ask again on Monday.');
    screen.getByRole('button', { name: 'Add deny option' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await label(2)).toHaveFocus());
    await user.keyboard('Too dear{Tab}Find a cheaper one.');
    screen.getByRole('button', { name: 'Remove deny option 1' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Add deny option' })).toHaveFocus();
    await save(user);
    await screen.findByText('Weather was saved as version 4.');
    expect(sent()).toEqual([[DEAR]]);
  });

  it('have a label each, which is said before anything is sent', async () => {
    const { user, sent } = open([LATE, { ...DEAR, label: 'Too late ' }]);
    const second = await label(2);
    await save(user);
    await waitFor(() => expect(second).toHaveAccessibleDescription(/Too late is there already\./));
    await waitFor(() => expect(second).toHaveFocus());
    expect(sent()).toEqual([]);
  });

  it('show what the server says at the row it is about', async () => {
    const message = 'Say what the caller is told.';
    const path = ['denyOptions', '1', 'reason'];
    const updateTool = () => refuse('BAD_USER_INPUT', message, { fields: [{ path, message }] });
    const { user } = open([LATE, { ...DEAR, reason: '' }], { updateTool });
    await label(2);
    await save(user);
    await waitFor(() => expect(reason(2)).toHaveAccessibleDescription(new RegExp(message.replace('.', '\\.'))));
    await waitFor(() => expect(reason(2)).toHaveFocus());
    expect(reason(1)).not.toHaveAccessibleDescription(new RegExp(message));
    expect(screen.getByRole('group', { name: /needs your attention/ })).toHaveTextContent(
      `Deny option 2, reason: ${message}`,
    );
  });

  it('are ten at most', async () => {
    open(Array.from({ length: 10 }, (_, at) => ({ label: `No ${at}`, reason: 'No.' })));
    await label(10);
    expect(screen.getByRole('button', { name: 'Add deny option' })).toBeDisabled();
  });
});
