import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { Provider } from 'urql';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { publicClient } from '#app/public-client.ts';
import { AcceptInvitation } from '#features/identity/accept-invitation.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { type FakeFields, refuse, startFakeServer } from '../../test/fake-server.ts';
import { renderAlone } from '../../test/render.tsx';
import { useMutationForm } from './use-mutation-form.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'Enter a name.'),
  password: z.string(),
  place: z.object({ city: z.string() }),
});
const onDone = vi.fn();

function Form() {
  const { form, submit, formError } = useMutationForm({
    document: AcceptInvitation,
    schema,
    defaultValues: { name: '', password: '', place: { city: '' } },
    toVariables: ({ name, password }) => ({ input: { token: 'abc', name, password } }),
    onDone,
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate>
      {formError && <ErrorNote error={formError} />}
      <TextInput label="Name" error={errors.name?.message} {...form.register('name')} />
      <TextInput label="Password" error={errors.password?.message} {...form.register('password')} />
      <TextInput label="City" error={errors.place?.city?.message} {...form.register('place.city')} />
      <button type="submit">Save</button>
    </form>
  );
}

function renderForm(acceptInvitation: NonNullable<FakeFields[string]>) {
  onDone.mockClear();
  const server = startFakeServer({ fields: { acceptInvitation } });
  const view = renderAlone(
    <Provider value={publicClient}>
      <Form />
    </Provider>,
  );
  const save = async (name: string) => {
    if (name) await view.user.type(screen.getByLabelText('Name'), name);
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
  };
  return { ...view, server, save };
}

const joined = () => ({ email: 'new@demo.test', tenant: { slug: 'demo', name: 'Demo' } });

describe('a mutation form', () => {
  it('sends checked values and hands over the answer', async () => {
    const { server, save } = renderForm(joined);
    await save('  Ada ');
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(server.requests[0]?.variables).toEqual({ input: { token: 'abc', name: 'Ada', password: '' } });
    expect(onDone.mock.calls[0]?.[0]).toMatchObject({ acceptInvitation: { tenant: { slug: 'demo' } } });
  });

  it('asks nothing of the server while a value is wrong', async () => {
    const { server, save } = renderForm(joined);
    await save('');
    expect(await screen.findByText('Enter a name.')).toBeInTheDocument();
    expect(server.requests).toHaveLength(0);
  });

  it.each([[['name']], [['input', 'name']]])('shows what the server says about %j on that field', async (path) => {
    const { save } = renderForm(() =>
      refuse('BAD_USER_INPUT', 'Check the input.', { fields: [{ path, message: 'This name is taken.' }] }),
    );
    await save('Ada');
    const name = screen.getByLabelText('Name');
    await waitFor(() => expect(name).toHaveAccessibleDescription('This name is taken.'));
    expect(name).toBeInvalid();
    expect(name).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('shows at the form what belongs to no field of it', async () => {
    const fields = [
      { path: ['name'], message: 'This name is taken.' },
      { path: ['token'], message: 'The invitation has run out.' },
    ];
    const { save } = renderForm(() => refuse('BAD_USER_INPUT', 'Check the input.', { fields }));
    await save('Ada');
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('The invitation has run out.');
    expect(note).not.toHaveTextContent('This name is taken.');
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('This name is taken.');
  });

  it.each([[['place', 'moon']], [['input', 'place', 'moon']]])(
    'shows at the form what %j is about, which it does not have',
    async (path) => {
      const fields = [
        { path, message: 'There is no field moon here.' },
        { path: ['place', 'city'], message: 'No such city.' },
      ];
      const { save } = renderForm(() => refuse('BAD_USER_INPUT', 'Check the input.', { fields }));
      await save('Ada');
      const note = await screen.findByRole('alert');
      expect(note).toHaveTextContent('There is no field moon here.');
      expect(screen.getByLabelText('City')).toHaveAccessibleDescription('No such city.');
    },
  );

  it('shows every other failure at the form, keeps what was typed, and clears it on the next try', async () => {
    let working = false;
    const { save } = renderForm(() => (working ? joined() : refuse('CONFLICT', 'Somebody was faster.')));
    await save('Ada');
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody was faster.');
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
    working = true;
    await save('');
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
