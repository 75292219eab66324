import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aField, renderForm, said } from '../form-test-kit.tsx';

const sizes = ['Small', 'Medium', 'Large'].map((label) => ({ value: label.toLowerCase(), label }));
const months = Array.from({ length: 12 }, (_, index) => ({ value: `m${index + 1}`, label: `Month ${index + 1}` }));

describe('a text field', () => {
  it.each(['single', 'multiline', 'markdown', 'code'])('sends what was typed: %s', async (variant) => {
    const { user, submit } = renderForm([aField('text', { variant, description: 'In your words.' })]);
    const input = screen.getByRole('textbox', { name: 'Text' });
    expect(input).toHaveAccessibleDescription('In your words.');
    expect(input.tagName).toBe(variant === 'single' ? 'INPUT' : 'TEXTAREA');
    await user.type(input, 'Hello, you');
    expect(await submit()).toEqual({ text: 'Hello, you' });
  });

  it('previews Markdown without letting HTML through', async () => {
    const { user } = renderForm([aField('text', { variant: 'markdown', default: '**Bold** <img src=x>' })]);
    await user.click(screen.getByRole('button', { name: 'Preview Text' }));
    const preview = screen.getByRole('region', { name: 'Preview of Text' });
    expect(await within(preview).findByText('Bold', { selector: 'strong' })).toBeVisible();
    expect(preview).toHaveTextContent('<img src=x>');
    expect(preview.querySelector('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Edit Text' }));
    expect(screen.getByRole('textbox', { name: 'Text' })).toBeVisible();
  });
});

describe('a number field', () => {
  it.each(['plain', 'currency', 'percent', 'slider'])('sends a number, not a text: %s', async (variant) => {
    const { user, submit } = renderForm([aField('number', { variant, min: 0, max: 2000 })]);
    await user.type(screen.getByRole('textbox', { name: 'Number' }), '1250.5');
    expect(await submit()).toEqual({ number: 1250.5 });
  });

  it('moves with the slider', async () => {
    const { user, submit } = renderForm([aField('number', { variant: 'slider', min: 0, max: 10, default: 4 })]);
    const slider = screen.getByRole('slider', { name: 'Number, slider' });
    expect(slider).toHaveAttribute('aria-valuenow', '4');
    slider.focus();
    await user.keyboard('{ArrowRight}');
    expect(await submit()).toEqual({ number: 5 });
  });

  it('has no slider without two ends', () => {
    renderForm([aField('number', { variant: 'slider', min: 0 })]);
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  });
});

describe('a boolean field', () => {
  it.each([
    ['switch', 'switch'],
    ['checkbox', 'checkbox'],
  ])('sends yes after a click and no before: %s', async (variant, role) => {
    const { user, submit } = renderForm([aField('boolean', { variant, required: true })]);
    expect(await submit()).toEqual({ boolean: false });
    await user.click(screen.getByRole(role, { name: 'Boolean' }));
    expect(await submit()).toEqual({ boolean: true });
  });

  it.each(['switch', 'checkbox'])(
    'is left out until somebody answers, and can be left out again: %s',
    async (variant) => {
      const { user, submit } = renderForm([aField('boolean', { variant, description: 'Only if you know.' })]);
      const answers = screen.getByRole('radiogroup', { name: 'Boolean' });
      expect(answers).toHaveAccessibleDescription('Only if you know.');
      const answer = (name: string) => within(answers).getByRole('radio', { name });
      expect(answer('Not set')).toBeChecked();
      expect(await submit()).toEqual({});
      await user.click(answer('No'));
      expect(await submit()).toEqual({ boolean: false });
      await user.click(answer('Yes'));
      expect(await submit()).toEqual({ boolean: true });
      await user.click(answer('Not set'));
      expect(await submit()).toEqual({});
    },
  );

  it('is answered with the keyboard alone', async () => {
    const { user, submit } = renderForm([aField('boolean')]);
    await user.tab();
    expect(screen.getByRole('radio', { name: 'Not set' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(await submit()).toEqual({ boolean: false });
  });

  it('has a name in each row of a table, and is left out there too', async () => {
    const items = aField('object', { fields: [aField('boolean', { name: 'paid' })] });
    const { user, submit } = renderForm([aField('array', { variant: 'table', items })], {
      defaultValues: { array: [{}, { paid: false }] },
    });
    expect(await submit()).toEqual({ array: [{}, { paid: false }] });
    const second = screen.getByRole('radiogroup', { name: 'Paid, row 2' });
    await user.click(within(second).getByRole('radio', { name: 'Yes' }));
    expect(await submit()).toEqual({ array: [{}, { paid: true }] });
  });

  it.each([true, false])('starts with its default %s and sends the other after a click', async (value) => {
    const { user, submit } = renderForm([aField('boolean', { default: value })]);
    expect(await submit()).toEqual({ boolean: value });
    await user.click(screen.getByRole('switch', { name: 'Boolean' }));
    expect(await submit()).toEqual({ boolean: !value });
  });

  it('says no, and never nothing, as an entry of a list', async () => {
    const { user, submit } = renderForm([aField('array', { items: aField('boolean') })]);
    await user.click(screen.getByRole('button', { name: /^Add an entry/ }));
    expect(await submit()).toEqual({ array: [false] });
    await user.click(screen.getByRole('switch', { name: 'Array, entry 1' }));
    expect(await submit()).toEqual({ array: [true] });
  });
});

describe('a date field', () => {
  it('sends the day', async () => {
    const { submit } = renderForm([aField('date')]);
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-01-31' } });
    expect(await submit()).toEqual({ date: '2026-01-31' });
  });

  it('shows an instant in the local time zone and sends it unchanged', async () => {
    const { submit } = renderForm([aField('date', { variant: 'datetime' })], {
      defaultValues: { date: '2026-01-31T09:30:15+02:00' },
    });
    expect(screen.getByLabelText('Date')).toHaveAccessibleDescription(/time zone/);
    expect(await submit()).toEqual({ date: '2026-01-31T07:30:15Z' });
  });

  it('does not take a half-filled date for an empty one', async () => {
    const { refused } = renderForm([aField('date')]);
    const input = screen.getByLabelText('Date');
    Object.defineProperty(input, 'validity', { value: { badInput: true } });
    fireEvent.blur(input);
    expect(await refused()).toHaveTextContent('Write a date such as 2026-01-31.');
  });
});

describe('an enum field', () => {
  it('is a plain list up to six options', async () => {
    const { user, submit } = renderForm([aField('enum', { options: sizes })]);
    const select = screen.getByRole('combobox', { name: 'Enum' });
    expect(select).toHaveAttribute('readonly');
    await user.click(select);
    await user.click(await screen.findByRole('option', { name: 'Medium' }));
    expect(await submit()).toEqual({ enum: 'medium' });
  });

  it.each(['select', 'radio', 'badges'])('is searched above six options, whatever its variant: %s', async (variant) => {
    const { user, submit } = renderForm([aField('enum', { options: months, variant })]);
    const select = screen.getByRole('combobox', { name: 'Enum' });
    await user.type(select, '11');
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Month 11']);
    await user.click(options[0]!);
    expect(await submit()).toEqual({ enum: 'm11' });
  });

  it.each(['radio', 'badges'])('has a name of its own as an entry of a list: %s', async (variant) => {
    const items = aField('enum', { variant, options: sizes });
    const { user, submit } = renderForm([aField('array', { items })], { defaultValues: { array: ['small', 'small'] } });
    const second = screen.getByRole('radiogroup', { name: 'Array, entry 2' });
    await user.click(within(second).getByRole('radio', { name: 'Large' }));
    expect(await submit()).toEqual({ array: ['small', 'large'] });
  });

  it.each(['radio', 'badges'])('is one choice among all it shows, and can be taken back: %s', async (variant) => {
    const { user, submit } = renderForm([aField('enum', { options: sizes, variant, description: 'How big?' })]);
    const group = screen.getByRole('radiogroup', { name: 'Enum' });
    expect(group).toHaveAccessibleDescription('How big?');
    await user.click(within(group).getByRole('radio', { name: 'Large' }));
    expect(await submit()).toEqual({ enum: 'large' });
    await user.click(screen.getByRole('button', { name: 'Clear Enum' }));
    expect(await submit()).toEqual({});
  });
});

describe('url, email and phone fields', () => {
  it.each([
    ['url', 'https://example.com/a?b=c'],
    ['email', 'ada@example.com'],
    ['phone', '+49 30 123456'],
  ] as const)('send what was typed: %s', async (type, value) => {
    const { user, submit } = renderForm([aField(type)]);
    const label = type.charAt(0).toUpperCase() + type.slice(1);
    await user.type(screen.getByLabelText(label), value);
    expect(await submit()).toEqual({ [type]: value });
  });
});

describe('a relation field', () => {
  it('uses the picker of the page', async () => {
    const renderEntityPicker = vi.fn(({ entityType, onChange, label }) => (
      <button type="button" onClick={() => onChange('c-1')}>
        {`Pick a ${entityType} for ${label}`}
      </button>
    ));
    const { user, submit } = renderForm([aField('relation', { entityType: 'customer' })], { renderEntityPicker });
    await user.click(screen.getByRole('button', { name: 'Pick a customer for Relation' }));
    expect(await submit()).toEqual({ relation: 'c-1' });
  });

  it('takes an id as text where there is no picker, and says so', async () => {
    const { user, submit } = renderForm([aField('relation', { entityType: 'customer' })]);
    const input = screen.getByRole('textbox', { name: 'Relation' });
    expect(input).toHaveAccessibleDescription('Type the id of the customer.');
    await user.type(input, 'c-7');
    expect(await submit()).toEqual({ relation: 'c-7' });
  });

  it('takes several ids', async () => {
    const { user, submit } = renderForm([aField('relation', { variant: 'multi-picker' })]);
    await user.type(screen.getByRole('combobox', { name: 'Relation' }), 'a{Enter}b{Enter}');
    expect(await submit()).toEqual({ relation: ['a', 'b'] });
  });
});

describe('an object field', () => {
  const fields = [aField('text', { name: 'city', required: true }), aField('number', { name: 'floor' })];

  it('is a named group of inputs', async () => {
    const { user, submit } = renderForm([aField('object', { required: true, fields, description: 'Where to.' })]);
    const group = screen.getByRole('group', { name: /^Object/ });
    expect(group).toHaveAccessibleDescription('Where to.');
    await user.type(within(group).getByRole('textbox', { name: /^City/ }), 'Bonn');
    expect(await submit()).toEqual({ object: { city: 'Bonn' } });
  });

  it('is left out until it is added when it need not be given', async () => {
    const { user, submit } = renderForm([aField('object', { fields })]);
    expect(await submit()).toEqual({});
    await user.click(screen.getByRole('button', { name: 'Add Object' }));
    expect(said()).toBe('Object added.');
    await user.type(screen.getByRole('textbox', { name: /^City/ }), 'Bonn');
    expect(await submit()).toEqual({ object: { city: 'Bonn' } });
    await user.click(screen.getByRole('button', { name: 'Remove Object' }));
    expect(await submit()).toEqual({});
  });

  it('is written as JSON, checked by the same rules', async () => {
    const { user, submit, refused } = renderForm([aField('object', { variant: 'json', fields })]);
    const input = screen.getByRole('textbox', { name: 'Object' });
    await user.type(input, '{{"city": ');
    expect(await refused()).toHaveTextContent('This is not JSON yet');
    await user.type(input, '"", "moon": 1}');
    expect(await refused()).toHaveTextContent(
      'Object: moon: There is no field moon here. Take it out. city: Fill this in.',
    );
    await user.clear(input);
    await user.type(input, '{{"city":"Bonn","floor":2}');
    expect(await submit()).toEqual({ object: { city: 'Bonn', floor: 2 } });
  });
});
