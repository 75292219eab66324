import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import type { FieldProblem } from './field-definition.ts';
import { aField, renderForm, said } from './form-test-kit.tsx';
import { SchemaForm } from './schema-form.tsx';

const name = aField('text', { name: 'name', required: true });
const address = aField('object', {
  name: 'address',
  required: true,
  fields: [aField('text', { name: 'city', required: true })],
});
const rows = aField('array', {
  name: 'rows',
  items: aField('object', { name: 'row', fields: [aField('email', { name: 'mail', required: true })] }),
});

function WithServer({ answers }: { answers: FieldProblem[][] }) {
  const [round, setRound] = useState(0);
  const defaults = { name: 'n', address: { city: 'c' }, rows: [{ mail: 'a@b.de' }, { mail: 'c@d.de' }] };
  return (
    <SchemaForm
      fields={[name, address, rows]}
      defaultValues={defaults}
      onSubmit={() => setRound(round + 1)}
      serverErrors={answers[round]}
    />
  );
}

function Changing() {
  const [fields, setFields] = useState([name]);
  const more = aField('number', { name: 'age' });
  return (
    <>
      <button type="button" onClick={() => setFields([more, { ...name, label: 'Full name' }])}>
        Change
      </button>
      <SchemaForm fields={fields} onSubmit={() => undefined} />
    </>
  );
}

describe('checks before sending', () => {
  it('say what is wrong at the input and in a summary, and focus the first mistake', async () => {
    const { user, refused } = renderForm([aField('text', { name: 'note' }), name, address]);
    const summary = await refused();
    const input = screen.getByRole('textbox', { name: /^Name/ });
    expect(input).toBeInvalid();
    expect(input).toBeRequired();
    expect(input).toHaveAccessibleDescription('Fill this in.');
    await waitFor(() => expect(input).toHaveFocus());
    expect(summary).toHaveTextContent('2 values need your attention');
    await user.click(screen.getByRole('button', { name: 'Address, City' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^City/ })).toHaveFocus());
  });

  it('go away as the mistakes do', async () => {
    const { user, refused, submit } = renderForm([name]);
    const summary = await refused();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'A');
    await waitFor(() => expect(summary).toBeEmptyDOMElement());
    expect(await submit()).toEqual({ name: 'A' });
  });

  it.each([
    [aField('text', { min: 3 }), 'ab', 'Write at least 3 characters.'],
    [aField('text', { max: 3 }), 'abcd', 'Write at most 3 characters.'],
    [aField('text', { pattern: '^[A-Z]+$' }), 'abc', 'This does not have the expected form.'],
    [aField('number', { min: 3 }), '2', 'At least 3.'],
    [aField('number', { max: 3 }), '4', 'At most 3.'],
    [aField('url'), 'javascript:alert(1)', 'Write an address such as https://example.com.'],
    [aField('email'), 'ada', 'Write an e-mail address such as ada@example.com.'],
    [aField('phone'), 'call me', 'Write a phone number such as +49 30 123456.'],
  ])('refuse %o', async (field, typed, message) => {
    const { user, refused } = renderForm([field]);
    const input = screen.getByRole('textbox', { name: field.label });
    await user.type(input, typed);
    await refused();
    expect(input).toHaveAccessibleDescription(message);
  });
});

describe('what the server says', () => {
  async function send(...answers: FieldProblem[][]) {
    const { user } = renderAlone(<WithServer answers={[[], ...answers]} />);
    const press = () => user.click(screen.getByRole('button', { name: 'Submit' }));
    await press();
    return { user, press };
  }

  it('lands on fields inside of groups and lists, and the first one gets the focus', async () => {
    await send([
      { path: ['rows', '1', 'mail'], message: 'Unknown address.' },
      { path: ['input', 'address', 'city'], message: 'No such city.' },
    ]);
    const city = screen.getByRole('textbox', { name: /^City/ });
    await waitFor(() => expect(city).toHaveAccessibleDescription('No such city.'));
    const [first, second] = screen.getAllByRole('textbox', { name: /^Mail/ });
    expect(second).toHaveAccessibleDescription('Unknown address.');
    expect(first).not.toBeInvalid();
    await waitFor(() => expect(city).toHaveFocus());
  });

  it('goes away from a field that is changed', async () => {
    const { user } = await send([{ path: ['name'], message: 'Taken.' }]);
    const input = screen.getByRole('textbox', { name: /^Name/ });
    await waitFor(() => expect(input).toBeInvalid());
    await user.type(input, '2');
    await waitFor(() => expect(input).not.toBeInvalid());
  });

  it('is shown again when it comes again', async () => {
    const taken = () => [{ path: ['name'], message: 'Taken.' }];
    const { press } = await send(taken(), taken());
    const input = screen.getByRole('textbox', { name: /^Name/ });
    await waitFor(() => expect(input).toBeInvalid());
    await press();
    await waitFor(() => expect(input).toBeInvalid());
  });

  it('names every field that a group does not have at the group, and beside them what is wrong within', async () => {
    await send([
      { path: ['address', 'moon'], message: 'There is no field moon here.' },
      { path: ['address', 'sun'], message: 'There is no field sun here.' },
      { path: ['address', 'city'], message: 'No such city.' },
    ]);
    const alert = screen.getByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent('Address, City: No such city.'));
    expect(alert).toHaveTextContent('Address: moon: There is no field moon here. sun: There is no field sun here.');
  });

  it('stands above the form when no field can show it', async () => {
    await send([{ path: ['quota'], message: 'Nothing left this month.' }]);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Nothing left this month.'));
  });
});

describe('conditional fields', () => {
  const kind = aField('enum', {
    name: 'kind',
    variant: 'radio',
    default: 'pickup',
    options: ['pickup', 'delivery'].map((value) => ({ value, label: value })),
  });
  const street = aField('text', {
    name: 'street',
    required: true,
    visibleWhen: { field: 'kind', in: ['delivery'] },
  });
  const bell = aField('text', { name: 'bell', visibleWhen: { field: 'street', in: ['Main'] } });

  it('appear with their condition, and hidden ones are neither checked nor sent', async () => {
    const { user, submit, refused } = renderForm([kind, street, bell]);
    expect(await submit()).toEqual({ kind: 'pickup' });
    await user.click(screen.getByRole('radio', { name: 'delivery' }));
    await refused();
    await user.type(screen.getByRole('textbox', { name: /^Street/ }), 'Main');
    await user.type(screen.getByRole('textbox', { name: 'Bell' }), '3');
    expect(await submit()).toEqual({ kind: 'delivery', street: 'Main', bell: '3' });
    await user.click(screen.getByRole('radio', { name: 'pickup' }));
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(await submit()).toEqual({ kind: 'pickup' });
    await user.click(screen.getByRole('radio', { name: 'delivery' }));
    expect(screen.getByRole('textbox', { name: /^Street/ })).toHaveValue('Main');
  });

  it('take their error along when they go', async () => {
    const { user, refused } = renderForm([kind, street], { defaultValues: { kind: 'delivery' } });
    const summary = await refused();
    await user.click(screen.getByRole('radio', { name: 'pickup' }));
    await waitFor(() => expect(summary).toBeEmptyDOMElement());
  });
});

describe('filling and resetting', () => {
  const examples = [{ label: 'Bonn', input: { name: 'Ada', address: { city: 'Bonn' }, rows: [{ mail: 'x@y.de' }] } }];

  it('fills an example, and brings back what was there', async () => {
    const { user, submit } = renderForm([name, address, rows], { examples });
    const input = screen.getByRole('textbox', { name: /^Name/ });
    await user.type(input, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Fill: Bonn' }));
    expect(said()).toBe('Filled in: Bonn.');
    expect(await submit()).toEqual(examples[0]!.input);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(input).toHaveValue('Mine');
    expect(screen.queryByRole('textbox', { name: /^Mail/ })).not.toBeInTheDocument();
  });

  it('offers no undo once somebody typed on', async () => {
    const { user } = renderForm([name, address, rows], { examples });
    await user.click(screen.getByRole('button', { name: 'Fill: Bonn' }));
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), '!');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  });

  it('resets to the start', async () => {
    const { user } = renderForm([name], { defaultValues: { name: 'Start' } });
    const input = screen.getByRole('textbox', { name: /^Name/ });
    expect(screen.getByRole('button', { name: 'Reset' })).toBeDisabled();
    await user.type(input, '!');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(input).toHaveValue('Start');
  });

  it('lets the browser ask before unsent values are lost, and only then', async () => {
    const onDirtyChange = vi.fn();
    const { user, submit } = renderForm([name], { onDirtyChange });
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'A');
    expect(leave()).toBe(false);
    expect(onDirtyChange).toHaveBeenLastCalledWith(true);
    await submit();
    expect(leave()).toBe(true);
  });
});

describe('the form as a whole', () => {
  it('sends once however often the button is pressed', async () => {
    const { user, onSubmit } = renderForm([name], { defaultValues: { name: 'x' } });
    onSubmit.mockReturnValue(new Promise(() => undefined));
    await user.dblClick(screen.getByRole('button', { name: 'Submit' }));
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), '{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('keeps what was typed when the fields change', async () => {
    const { user } = renderAlone(<Changing />);
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByRole('textbox', { name: /^Full name/ })).toHaveValue('Ada');
    expect(screen.getByRole('textbox', { name: 'Age' })).toHaveValue('');
  });

  it('folds operator settings away, opens them for a mistake, and leaves them out where embedded', async () => {
    const model = aField('text', { name: 'model', default: 'small', max: 5 });
    const { refused } = renderForm([name, model], { additional: ['model'], defaultValues: { name: 'x' } });
    const details = screen.getByText('Additional options').closest('details');
    expect(details).not.toHaveAttribute('open');
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'too long' } });
    await refused();
    await waitFor(() => expect(details).toHaveAttribute('open'));
  });

  it('sends the defaults of operator settings from an embedded form that does not show them', async () => {
    const model = aField('text', { name: 'model', default: 'small' });
    const { submit } = renderForm([name, model], {
      mode: 'embed',
      additional: ['model'],
      defaultValues: { name: 'x' },
      examples: [{ label: 'One', input: {} }],
    });
    expect(screen.queryByText('Additional options')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Fill: One' })).not.toBeInTheDocument();
    expect(await submit()).toEqual({ name: 'x', model: 'small' });
  });

  it.each(['constructor', '__proto__', 'toString', 'message', 'root'])('takes a field called %s', async (odd) => {
    const { user, submit, refused } = renderForm([
      aField('object', { required: true, fields: [aField('text', { name: odd, label: 'Odd', required: true })] }),
    ]);
    await refused();
    await user.type(screen.getByRole('textbox', { name: /^Odd/ }), 'ok');
    const { object } = await submit();
    expect(Object.entries(object as object)).toEqual([[odd, 'ok']]);
  });
});
