import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { keepHidden, relaxHidden } from './hidden-arguments.ts';

const text = (name: string): FieldDefinition => ({ name, label: name, type: 'text', required: true });
const accounts: FieldDefinition = {
  ...text('accounts'),
  type: 'array',
  items: { ...text('account'), type: 'object', fields: [text('bank'), text('iban')] },
};
const input = { user: 'olive', password: '••••', accounts: [{ bank: 'North' }, { bank: 'South', iban: '••••' }] };

describe('hidden arguments', () => {
  it('may stay empty in the form, and nothing else may', () => {
    const [user, password, list] = relaxHidden([text('user'), text('password'), accounts], [input]);
    expect(user).toEqual(text('user'));
    expect(password).toMatchObject({ required: false, description: expect.stringContaining('Leave it empty') });
    expect(list?.items?.fields?.map(({ required }) => required)).toEqual([true, false]);
  });

  it('go back as they were shown where they were left empty, and as what was entered where they were not', () => {
    const values = { user: 'ada', accounts: [{ bank: 'South' }, { bank: 'East', iban: 'E1' }] };
    expect(keepHidden(values, input)).toEqual({
      user: 'ada',
      password: '••••',
      accounts: [
        { bank: 'South', iban: '••••' },
        { bank: 'East', iban: 'E1' },
      ],
    });
    expect(keepHidden({ ...values, password: 'new' }, input)).toMatchObject({ password: 'new' });
  });
});
