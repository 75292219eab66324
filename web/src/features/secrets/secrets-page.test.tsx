import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import classes from './secret-value-input.module.css';
import { SecretsPage } from './secrets-page.tsx';

const permissions = ['read', 'create', 'update', 'delete'].map((verb) => `secrets.tenant.${verb}`);

const mailKey = {
  id: 'secret-1',
  key: 'MAIL_KEY',
  label: 'Key of the mail service',
  hosts: ['api.mail.test'],
  agentSlug: null,
  isSet: true,
  version: 1,
  updatedAt: '2026-03-01T10:00:00.000Z',
  updatedBy: 'Ada Lovelace',
};

function renderSecrets(list: object[], more: FakeFields = {}, held = permissions) {
  return renderSettings(<SecretsPage />, { permissions: held, fields: { secrets: () => list, ...more } });
}

describe('the secrets page', () => {
  it('lists what is set, where it may go and who set it', async () => {
    renderSecrets([mailKey]);
    const row = await screen.findByRole('row', { name: /MAIL_KEY/ });
    expect(row).toHaveTextContent('Key of the mail service');
    expect(row).toHaveTextContent('api.mail.test');
    expect(row).toHaveTextContent('by Ada Lovelace');
  });

  it('says what to do when there is none', async () => {
    renderSecrets([]);
    expect(await screen.findByText('No secrets yet')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Set secret' })).toHaveLength(2);
  });

  it('is only to look at without the rights to change', async () => {
    renderSecrets([mailKey], {}, ['secrets.tenant.read']);
    await screen.findByRole('row', { name: /MAIL_KEY/ });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('sets a secret and never shows its value again', async () => {
    const list: object[] = [];
    const { user, server } = renderSecrets(list, {
      setSecret: ({ input }) => {
        const { value: _value, ...rest } = input;
        list.push({ ...mailKey, ...rest });
        return { secret: list[0] };
      },
    });
    await user.click((await screen.findAllByRole('button', { name: 'Set secret' }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Key/), 'MAIL_KEY');
    await user.type(dialog.getByRole('combobox', { name: /^Hosts/ }), 'api.mail.test,');
    const value = dialog.getByLabelText(/^Value/);
    expect(value).toHaveClass(classes.masked!);
    await user.type(value, 'hunter2-hunter2');
    await user.click(dialog.getByRole('button', { name: 'Set secret' }));

    await screen.findByRole('row', { name: /MAIL_KEY/ });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.of('SecretDialog_setSecret')[0]?.variables?.input).toEqual({
      key: 'MAIL_KEY',
      label: '',
      hosts: ['api.mail.test'],
      value: 'hunter2-hunter2',
    });
    expect(document.body.innerHTML).not.toContain('hunter2');

    await user.click(screen.getByRole('button', { name: 'Replace MAIL_KEY' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText(/^Key/)).toHaveAttribute('readonly');
    expect(again.getByLabelText(/^New value/)).toHaveValue('');
    await user.click(again.getByRole('button', { name: 'Replace secret' }));
    expect(await again.findByText('Write the value.')).toBeVisible();
    expect(server.of('SecretDialog_setSecret')).toHaveLength(1);
  });

  it('takes a key of several lines as it is, hidden until one wants to see it', async () => {
    const pem = '-----BEGIN KEY-----\nabc\n-----END KEY-----';
    const { user, server } = renderSecrets([mailKey], { setSecret: () => ({ secret: mailKey }) });
    await user.click(await screen.findByRole('button', { name: 'Replace MAIL_KEY' }));
    const dialog = within(await screen.findByRole('dialog'));
    const value = dialog.getByLabelText(/^New value/);
    await user.click(value);
    await user.paste(`${pem}\n`);
    expect(value).toHaveClass(classes.masked!);
    const toggle = dialog.getByRole('button', { name: 'Show the value' });
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(value).not.toHaveClass(classes.masked!);
    await user.click(toggle);
    expect(value).toHaveClass(classes.masked!);
    await user.click(dialog.getByRole('button', { name: 'Replace secret' }));
    await waitFor(() => expect(server.of('SecretDialog_setSecret')).toHaveLength(1));
    expect(server.of('SecretDialog_setSecret')[0]?.variables?.input).toMatchObject({ value: pem });
  });

  it('shows what the server says about a host on the hosts', async () => {
    const { user } = renderSecrets([mailKey], {
      setSecret: () =>
        refuse('BAD_USER_INPUT', 'Check the input.', {
          fields: [{ path: ['input', 'hosts', 0], message: 'Write a host name.' }],
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Replace MAIL_KEY' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^New value/), 'x');
    await user.click(dialog.getByRole('button', { name: 'Replace secret' }));
    expect(await dialog.findByText('Write a host name.')).toBeVisible();
  });

  it('deletes only after a question', async () => {
    const list = [mailKey];
    const { user } = renderSecrets(list, {
      deleteSecret: ({ input }) => ({ id: list.pop()?.id, key: input.key }),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete MAIL_KEY' }));
    await screen.findByText('Delete MAIL_KEY?');
    expect(list).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Delete secret' }));
    expect(await screen.findByText('No secrets yet')).toBeVisible();
  });
});
