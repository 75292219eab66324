import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { refuse } from '../../../../test/fake-server.ts';
import { aField, anOwnTool, openEditor } from './editor-test-kit.tsx';

const EDIT = '/t/demo/admin/tools/weather/edit';
const SWITCH = /^Sensitive: hidden in history/;

type Input = { version: number; fields: object[]; sensitiveFields: string[] };

/** The editor of a tool that the server keeps. */
function open(more: object) {
  let stored = anOwnTool(more);
  const view = openEditor(EDIT, {
    fields: {
      editableTool: ({ slug }: { slug: string }) => (slug === 'weather' ? stored : null),
      updateTool: ({ input: { version, fields, sensitiveFields } }: { input: Input }) => {
        stored = anOwnTool({ ...more, version: version + 1, fields, sensitiveFields });
        return { tool: stored };
      },
    },
  });
  const sent = () => view.server.of('SaveTool_updateTool').at(-1)?.variables?.input as Input;
  return { ...view, sent };
}

const row = (name: RegExp) => screen.findByRole('button', { name, expanded: false });
const save = async (user: UserEvent, version: number) => {
  await user.click(screen.getByRole('button', { name: 'Save tool' }));
  await screen.findByText(`Weather was saved as version ${version}.`);
};

describe('a sensitive field', () => {
  it('is marked by its switch, and saved beside the fields', async () => {
    const fields = [aField('city', 'text'), aField('pin', 'text')];
    const { user, sent } = open({ fields });
    await user.click(await row(/^Pin/));
    const mark = screen.getByRole('switch', { name: SWITCH });
    expect(mark).not.toBeChecked();
    await user.click(mark);
    expect(screen.getByRole('button', { name: /^Pin.*Sensitive/ })).toBeVisible();
    await save(user, 4);
    expect(sent().sensitiveFields).toEqual(['pin']);
    expect(JSON.stringify(sent().fields)).not.toContain('sensitive');
  });

  it('comes back marked, and is freed by the same switch', async () => {
    const fields = [aField('city', 'text'), aField('pin', 'text')];
    const { user, sent } = open({ fields, sensitiveFields: ['pin'] });
    await user.click(await row(/^Pin.*Sensitive/));
    expect(screen.getByRole('switch', { name: SWITCH })).toBeChecked();
    await user.click(screen.getByRole('switch', { name: SWITCH }));
    await save(user, 4);
    expect(sent().sensitiveFields).toEqual([]);
  });

  it('keeps its mark under a new name and as another type, and takes it along when it goes', async () => {
    const fields = [aField('pin', 'text'), aField('code', 'text')];
    const { user, sent } = open({ fields, sensitiveFields: ['pin', 'code'] });
    await user.click(await row(/^Pin/));
    await user.type(screen.getByRole('textbox', { description: /^Agents and API calls use it/ }), 'Code');
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Number' }));
    await user.click(screen.getByRole('button', { name: 'Remove Code' }));
    await save(user, 4);
    expect(sent().sensitiveFields).toEqual(['pinCode']);
  });

  it('may lie within a group', async () => {
    const fields = [aField('card', 'object', { fields: [aField('number', 'text')] })];
    const { user, sent } = open({ fields });
    await user.click(await row(/^Card/));
    const inside = screen.getByRole('list', { name: 'Fields of Card' });
    await user.click(within(inside).getByRole('button', { name: /^Number/, expanded: false }));
    await user.click(within(inside).getByRole('switch', { name: SWITCH }));
    await save(user, 4);
    expect(sent().sensitiveFields).toEqual(['card.number']);
  });
});

describe('a sensitive output', () => {
  it('is listed by name, beside what was there', async () => {
    const { user, sent } = open({ sensitiveFields: ['token', 'city'] });
    const names = await screen.findByRole('combobox', { name: 'Sensitive outputs' });
    await user.type(names, 'receipt.key{Enter}');
    await save(user, 4);
    expect(sent().sensitiveFields).toEqual(['city', 'token', 'receipt.key']);
  });

  it('that is not there is told where it was written', async () => {
    const message = 'Neither the input nor the output schema has token.';
    const path = ['sensitiveFields', '1'];
    const { user } = openEditor(EDIT, {
      fields: {
        editableTool: ({ slug }: { slug: string }) =>
          slug === 'weather' ? anOwnTool({ sensitiveFields: ['city', 'token'] }) : null,
        updateTool: () => refuse('BAD_USER_INPUT', message, { fields: [{ path, message }] }),
      },
    });
    const names = await screen.findByRole('combobox', { name: 'Sensitive outputs' });
    await user.click(screen.getByRole('button', { name: 'Save tool' }));
    await waitFor(() => expect(names).toHaveAccessibleDescription(new RegExp(message)));
    await waitFor(() => expect(names).toHaveFocus());
    expect(screen.getByRole('group', { name: /needs your attention/ })).toHaveTextContent(
      `Sensitive outputs: ${message}`,
    );
  });
});
