import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, FIELD_VARIANTS, type FieldDefinition, fieldsShape } from './field-definition.ts';
import { findFieldProblems } from './field-rules.ts';

const field = (changes: Partial<FieldDefinition>): FieldDefinition => ({
  name: 'it',
  label: 'It',
  type: 'text',
  required: true,
  ...changes,
});
const options = [{ value: 'a', label: 'A' }];
const list = (changes: Partial<FieldDefinition>) => field({ type: 'array', items: field({}), ...changes });
const found = (fields: FieldDefinition[]) =>
  findFieldProblems(fields).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the rules of fields', () => {
  it('know twelve types', () => {
    expect(FIELD_TYPES).toHaveLength(12);
  });

  it.each(FIELD_TYPES.flatMap((type) => FIELD_VARIANTS[type].map((variant) => [type, variant] as const)))(
    'accept %s as %s',
    (type, variant) => {
      const needs = {
        enum: { options },
        object: { fields: [field({})] },
        array: { items: variant === 'table' ? field({ type: 'object', fields: [field({})] }) : field({}) },
      };
      const given = field({ type, variant, ...(needs[type as keyof typeof needs] ?? {}) });
      expect(fieldsShape.parse([given])).toEqual([given]);
      expect(found([given])).toEqual([]);
    },
  );

  it.each<[string, Partial<FieldDefinition>]>([
    ['variant: The variant of text is one of single, multiline, markdown, code.', { variant: 'radio' }],
    ['options: Give at least one option.', { type: 'enum' }],
    ['options: Two options have the same value.', { type: 'enum', options: [...options, ...options] }],
    ['options: A field of type text has no options.', { options }],
    ['min: A field of type boolean has no bounds.', { type: 'boolean', min: 1 }],
    ['max: A field of type media has no bounds.', { type: 'media', max: 1 }],
    ['max: The upper bound lies below the lower one.', { min: 2, max: 1 }],
    ['min: A length is a whole number from 0.', { min: -1 }],
    ['max: A length is a whole number from 1.', { max: 1.5 }],
    ['max: A length is a whole number from 1.', { max: 0 }],
    ['integer: Only a number can be whole.', { integer: true }],
    ['pattern: A field of type number has no pattern.', { type: 'number', pattern: 'a' }],
    ['pattern: This is not a regular expression.', { pattern: '(' }],
    ['entityType: A field of type text points to no records.', { entityType: 'person' }],
    ['fields: An object needs fields.', { type: 'object', fields: [] }],
    ['fields: A field of type text has no fields.', { fields: [field({})] }],
    ['items: A list needs to know what its entries are.', { type: 'array' }],
    ['items: A field of type text has no entries.', { items: field({}) }],
    ['variant: A table needs objects as entries.', list({ variant: 'table' })],
    ['variant: Tags need texts or options as entries.', list({ variant: 'tags', items: field({ type: 'number' }) })],
    [
      'items.visibleWhen: An entry of a list is always shown.',
      list({ items: field({ visibleWhen: { field: 'a', in: [1] } }) }),
    ],
    ['default: The field itself would refuse this default.', { type: 'number', max: 3, default: 4 }],
    ['visibleWhen: There is no other field gone beside it.', { visibleWhen: { field: 'gone', in: ['a'] } }],
    ['visibleWhen: There is no other field it beside it.', { visibleWhen: { field: 'it', in: ['a'] } }],
  ])('say %s', (message, changes) => {
    expect(found([field(changes)])).toEqual([`fields.0.${message}`]);
  });

  it('refuse one name twice in a group, but not in different groups', () => {
    expect(found([field({}), field({})])).toEqual(['fields.1.name: Two fields are called it.']);
    expect(found([field({ type: 'object', fields: [field({})] })])).toEqual([]);
  });

  it('name the place of a mistake inside objects and lists', () => {
    const broken = field({ min: -1 });
    expect(found([field({ type: 'object', fields: [list({ items: broken })] })])).toEqual([
      'fields.0.fields.0.items.min: A length is a whole number from 0.',
    ]);
  });

  it('let fields nest five levels deep, not six', () => {
    const nest = (levels: number): FieldDefinition =>
      levels === 1 ? field({}) : field({ type: 'object', fields: [nest(levels - 1)] });
    expect(found([nest(5)])).toEqual([]);
    expect(found([nest(6)])).toEqual([expect.stringMatching(/type: Fields may nest 5 levels deep\.$/)]);
  });

  it('want conditions on values that can occur', () => {
    const on = (name: string, ...values: (string | number | boolean)[]) =>
      field({ visibleWhen: { field: name, in: values } });
    const beside = [
      field({ name: 'kind', type: 'enum', options }),
      field({ name: 'flag', type: 'boolean' }),
      field({ name: 'count', type: 'number' }),
      field({ name: 'list', type: 'array', items: field({}) }),
    ];
    expect(found([on('kind', 'a'), ...beside])).toEqual([]);
    expect(found([on('flag', true), ...beside])).toEqual([]);
    expect(found([on('kind', 'b'), ...beside])).toEqual(['fields.0.visibleWhen: kind never has the value b.']);
    expect(found([on('flag', 'true'), ...beside])).toEqual(['fields.0.visibleWhen: flag never has the value true.']);
    expect(found([on('list', 'a'), ...beside])).toEqual(['fields.0.visibleWhen: list has no simple value.']);
  });

  it('refuse conditions that wait for each other', () => {
    const waiting = (name: string, other: string) => field({ name, visibleWhen: { field: other, in: ['x'] } });
    const problems = found([waiting('a', 'b'), waiting('b', 'c'), waiting('c', 'a'), waiting('d', 'a')]);
    expect(problems).toHaveLength(4);
    expect(problems[0]).toBe('fields.0.visibleWhen: These conditions wait for each other in a circle.');
  });

  it.each(['1st', 'with space', 'a-b', '', '__proto__', 'constructor', 'x'.repeat(65)])(
    'refuse the name %j',
    (name) => {
      expect(fieldsShape.safeParse([{ ...field({}), name }]).success).toBe(false);
    },
  );

  it('refuse properties they do not know, and more than 200 fields', () => {
    expect(fieldsShape.safeParse([{ ...field({}), colour: 'red' }]).success).toBe(false);
    const many = Array.from({ length: 201 }, (_, index) => field({ name: `f${index}` }));
    expect(fieldsShape.safeParse(many).error?.issues[0]?.message).toBe('At most 200 fields.');
  });
});
