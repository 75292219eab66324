import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeFields } from '../../../test/fake-server.ts';
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx';
import { aKey, choices, refuseField, renderSettings } from './settings-test-kit.tsx';

function Opener() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Open</Button>
      <CreateApiKeyDialog opened={opened} onClose={close} />
    </>
  );
}

async function openDialog(createApiKey: FakeFields[string]) {
  const { user } = renderSettings(<Opener />, { fields: { ...choices, createApiKey } });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

type Opened = Awaited<ReturnType<typeof openDialog>>;

async function chooseRole({ user, dialog }: Opened, name: RegExp) {
  await user.click(dialog.getByRole('combobox', { name: /^Role/ }));
  await user.click(await screen.findByRole('option', { name }));
}

describe('creating an API key', () => {
  it('shows the secret once, with a command that uses it, and forgets it when the dialog closes', async () => {
    const opened = await openDialog(({ input }) => ({ apiKey: aKey(input.name), secret: 'tc_very-secret' }));
    const { user, dialog } = opened;
    await user.type(dialog.getByLabelText(/^Name/), 'Importer');
    await chooseRole(opened, /Member/);
    await user.click(dialog.getByRole('button', { name: 'Create key' }));

    expect(await dialog.findByLabelText('API key')).toHaveValue('tc_very-secret');
    expect(dialog.getByLabelText('curl command')).toHaveTextContent("-H 'authorization: Bearer tc_very-secret'");

    await user.click(dialog.getByRole('button', { name: 'I have copied the key' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.body.innerHTML).not.toContain('tc_very-secret');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());

    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('');
    expect(document.body.innerHTML).not.toContain('tc_very-secret');
  });

  it('puts what the server says about a field on that field and keeps what was typed', async () => {
    const opened = await openDialog(() => refuseField('name', 'There is a key of this name already.'));
    const { user, dialog } = opened;
    await user.type(dialog.getByLabelText(/^Name/), 'Importer');
    await chooseRole(opened, /Member/);
    await user.click(dialog.getByRole('button', { name: 'Create key' }));

    const name = dialog.getByLabelText(/^Name/);
    await waitFor(() => expect(name).toHaveAccessibleDescription(/There is a key of this name already\./));
    expect(name).toHaveValue('Importer');
    expect(name).toHaveFocus();
  });

  it('asks nothing of the server before a name and a role are given', async () => {
    const asked: unknown[] = [];
    const { user, dialog } = await openDialog((args) => asked.push(args));
    await user.click(dialog.getByRole('button', { name: 'Create key' }));

    await waitFor(() => expect(dialog.getByLabelText(/^Name/)).toHaveAccessibleDescription(/Enter a name\./));
    expect(dialog.getByText('Choose a role.')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('cannot give a role that holds more than the person, unless only a part of it is given', async () => {
    const opened = await openDialog(() => undefined);
    const { user, dialog } = opened;
    await user.click(dialog.getByRole('combobox', { name: /^Role/ }));
    const owner = await screen.findByRole('option', { name: /Owner/ });
    expect(owner).toHaveAttribute('data-combobox-disabled', 'true');
    expect(owner).toHaveTextContent('Holds more than your own role');

    await user.keyboard('{Escape}');
    await user.click(await screen.findByLabelText(/A part of what a role may do/));
    await chooseRole(opened, /Owner/);
    expect(await screen.findByLabelText(/^May owners\.system\.grant/)).toBeDisabled();
    expect(screen.getByLabelText(/^May tools\.tenant\.read/)).toBeEnabled();
  });

  it('sends the chosen permissions without a role, the agent flag and no expiry', async () => {
    const asked: { input: unknown }[] = [];
    const { user, dialog } = await openDialog((args) => {
      asked.push(args);
      return { apiKey: aKey('Bot'), secret: 'tc_x' };
    });
    await user.type(dialog.getByLabelText(/^Name/), ' Bot ');
    await user.click(dialog.getByLabelText('Chosen permissions'));
    await user.click(await dialog.findByLabelText('All of Approvals'));
    await user.click(dialog.getByRole('switch', { name: /^Acts for an agent/ }));
    await user.click(dialog.getByRole('combobox', { name: 'Expires' }));
    await user.click(await screen.findByRole('option', { name: 'Never' }));
    await user.click(dialog.getByRole('button', { name: 'Create key' }));

    await dialog.findByLabelText('API key');
    expect(asked.map(({ input }) => ({ ...(input as object) }))).toEqual([
      { name: 'Bot', permissions: ['approvals.team.decide'], actsForAgent: true, expiresAt: null },
    ]);
  });
});
