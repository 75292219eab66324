import { describe, expect, it } from 'vitest';
import { toFieldErrors } from '#platform/to-field-errors.ts';
import { type FieldDefinition, fieldsShape } from './field-definition.ts';
import { fieldsToZod } from './fields-to-zod.ts';

const field = (changes: Partial<FieldDefinition>): FieldDefinition => ({
  name: 'it',
  label: 'It',
  type: 'text',
  required: true,
  ...changes,
});

function complaints(fields: FieldDefinition[], value: unknown): Record<string, string> {
  const parsed = fieldsToZod(fields).safeParse(value);
  const problems = toFieldErrors(parsed.error?.issues ?? []).toReversed();
  return Object.fromEntries(problems.map(({ path, message }) => [path.join('.'), message]));
}

const file = { fileId: 'f1', name: 'a.png', mediaType: 'image/png', size: 3 };

describe('a value', () => {
  it.each<[string, Partial<FieldDefinition>, unknown, string | undefined]>([
    ['a text', {}, 'a', undefined],
    ['an empty text', {}, '', 'Fill this in.'],
    ['an empty text where it may be empty', { min: 0 }, '', undefined],
    ['a number for a text', {}, 1, 'Write a text.'],
    ['a short text', { min: 3 }, 'ab', 'Write at least 3 characters.'],
    ['a long text', { max: 1 }, 'ab', 'Write at most 1 character.'],
    ['one sign of two units', { max: 1 }, '👍', undefined],
    ['a text of another form', { pattern: '^a+$' }, 'b', 'This does not have the expected form.'],
    [
      'a text too long for its pattern',
      { pattern: 'a.{400}$' },
      'a'.repeat(900_000),
      'This text is too long to be checked.',
    ],
    ['a number', { type: 'number' }, 1.5, undefined],
    ['a text for a number', { type: 'number' }, '1', 'Write a number.'],
    ['a broken number', { type: 'number', integer: true }, 1.5, 'Write a whole number.'],
    ['a number below its bound', { type: 'number', min: 2 }, 1, 'At least 2.'],
    ['a number above its bound', { type: 'number', max: 2 }, 3, 'At most 2.'],
    ['no switch', { type: 'boolean' }, 'yes', 'Choose yes or no.'],
    ['a day', { type: 'date' }, '2024-02-29', undefined],
    ['a day that never was', { type: 'date' }, '2025-02-29', 'Write a date such as 2026-01-31.'],
    ['a time', { type: 'date', variant: 'datetime' }, '2026-01-31T09:30:00+01:00', undefined],
    [
      'a time without a zone',
      { type: 'date', variant: 'datetime' },
      '2026-01-31T09:30:00',
      'Write a time such as 2026-01-31T09:30:00Z.',
    ],
    ['no option', { type: 'enum', options: [{ value: 'a', label: 'A' }] }, 'b', 'Choose one of the options.'],
    ['an address', { type: 'url' }, 'https://example.com/a?b', undefined],
    ['a script', { type: 'url' }, 'javascript:alert(1)', 'Write an address such as https://example.com.'],
    ['an e-mail address', { type: 'email' }, 'ada@example.com', undefined],
    ['no e-mail address', { type: 'email' }, 'ada@', 'Write an e-mail address such as ada@example.com.'],
    ['an e-mail address that is too long', { type: 'email', max: 5 }, 'ada@example.com', 'Write at most 5 characters.'],
    ['a phone number', { type: 'phone' }, '+49 30 123456', undefined],
    ['no phone number', { type: 'phone' }, 'call me', 'Write a phone number such as +49 30 123456.'],
    ['a file', { type: 'media' }, file, undefined],
    ['a list for one file', { type: 'media' }, [file], 'Choose a file.'],
    ['a gallery', { type: 'media', variant: 'gallery', min: 1 }, [file], undefined],
    ['an empty gallery', { type: 'media', variant: 'gallery', min: 1 }, [], 'At least 1.'],
    ['no record', { type: 'relation' }, '', 'Choose a record.'],
    ['records', { type: 'relation', variant: 'multi-picker' }, ['r1', 'r2'], undefined],
    ['a list', { type: 'array', items: field({}) }, ['a'], undefined],
    ['no list', { type: 'array', items: field({}) }, 'a', 'Give a list.'],
    ['a long list', { type: 'array', items: field({}), max: 1 }, ['a', 'b'], 'At most 1.'],
  ])('%s', (_case, changes, value, complaint) => {
    expect(complaints([field(changes)], { it: value })).toEqual(complaint === undefined ? {} : { it: complaint });
  });

  it.each<[FieldDefinition['type'], string]>([
    ['text', 'Fill this in.'],
    ['number', 'Fill this in.'],
    ['boolean', 'Fill this in.'],
    ['date', 'Fill this in.'],
    ['enum', 'Choose one of the options.'],
    ['url', 'Fill this in.'],
    ['email', 'Fill this in.'],
    ['phone', 'Fill this in.'],
    ['media', 'Choose a file.'],
    ['relation', 'Choose a record.'],
  ])('of a required %s cannot be left out or null', (type, complaint) => {
    const fields = [field({ type, ...(type === 'enum' ? { options: [{ value: 'a', label: 'A' }] } : {}) })];
    expect(complaints(fields, {})).toEqual({ it: complaint });
    expect(complaints(fields, { it: null })).toEqual({ it: complaint });
  });

  it('that is wrong deep inside is named by its path', () => {
    const address = field({ name: 'address', type: 'object', fields: [field({ name: 'city' })] });
    const people = field({ name: 'people', type: 'array', items: field({ type: 'object', fields: [address] }) });
    expect(complaints([people], { people: [{ address: { city: 'Rome' } }, { address: {} }] })).toEqual({
      'people.1.address.city': 'Fill this in.',
    });
  });

  it('that no field has is refused', () => {
    expect(complaints([], { extra: 1 })).toEqual({ extra: 'There is no field extra here. Take it out.' });
    expect(complaints([], { extra: null })).toEqual({ extra: 'There is no field extra here. Take it out.' });
    expect(complaints([], 'text')).toEqual({ '': 'Fill in the fields.' });
  });

  it('that no field has is named by its own path, each of several, also deep inside', () => {
    const places = field({ name: 'places', type: 'array', items: field({ type: 'object', fields: [] }) });
    expect(complaints([places], { places: [{}, { moon: 1, sun: 2 }], extra: 3 })).toEqual({
      'places.1.moon': 'There is no field moon here. Take it out.',
      'places.1.sun': 'There is no field sun here. Take it out.',
      extra: 'There is no field extra here. Take it out.',
    });
  });

  it('that no field has and that is very long is named by its beginning', () => {
    expect(complaints([], { ['x'.repeat(100_000)]: 1 })).toEqual({
      ['x'.repeat(200)]: `There is no field ${'x'.repeat(60)}… here. Take it out.`,
    });
  });

  it('that is left out or null is not there, or is the default', () => {
    const fields = [field({ name: 'a', required: false }), field({ name: 'b', default: 'x' })];
    expect(fieldsToZod(fields).parse({ a: null, b: null })).toEqual({ b: 'x' });
    expect(fieldsToZod(fields).parse({ b: 'y' })).toEqual({ b: 'y' });
  });
});

describe('a field that is shown only sometimes', () => {
  const options = [
    { value: 'post', label: 'Post' },
    { value: 'pickup', label: 'Pickup' },
  ];
  const fields = [
    field({ name: 'street', visibleWhen: { field: 'way', in: ['post'] } }),
    field({ name: 'way', type: 'enum', options, default: 'pickup' }),
    field({ name: 'insured', type: 'boolean', required: false, visibleWhen: { field: 'way', in: ['post'] } }),
    field({ name: 'value', type: 'number', visibleWhen: { field: 'insured', in: [true] } }),
  ];
  const parse = (value: unknown) => fieldsToZod(fields).parse(value);

  it('is asked for while it is shown', () => {
    expect(complaints(fields, { way: 'post' })).toEqual({ street: 'Fill this in.' });
    expect(complaints(fields, { way: 'post', street: 'A 1', insured: true })).toEqual({ value: 'Fill this in.' });
  });

  it('is reported together with other mistakes', () => {
    expect(complaints(fields, { way: 'post', insured: 'perhaps' })).toEqual({
      street: 'Fill this in.',
      insured: 'Choose yes or no.',
    });
  });

  it('is not asked for while it is hidden, and what it holds is dropped unread', () => {
    expect(parse({ way: 'pickup', street: 42 })).toEqual({ way: 'pickup' });
  });

  it('follows the default of the field it depends on', () => {
    expect(parse({})).toEqual({ way: 'pickup' });
  });

  it('is hidden when what it depends on is hidden', () => {
    expect(parse({ way: 'pickup', insured: true, value: 5 })).toEqual({ way: 'pickup' });
  });
});

it('options may be written as plain texts, and entries of a list without a name', () => {
  const [tags, size] = fieldsShape.parse([
    { name: 'tags', label: 'Tags', type: 'array', items: { type: 'text' } },
    { name: 'size', label: 'Size', type: 'enum', options: ['s', { value: 'm', label: 'Medium' }] },
  ]);
  expect(tags).toMatchObject({ required: false, items: { name: 'item', label: 'Item', type: 'text', required: true } });
  expect(size?.options).toEqual([
    { value: 's', label: 's' },
    { value: 'm', label: 'Medium' },
  ]);
});
