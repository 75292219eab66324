import { describe, expect, it } from 'vitest';
import { checkFields } from './check-values.ts';
import type { FieldDefinition } from './field-definition.ts';
import { aField } from './form-test-kit.tsx';

const options = [{ value: 'a', label: 'A' }];
const file = { fileId: 'f', name: 'n', mediaType: 'text/plain', size: 1 };
const tags = (more: Partial<FieldDefinition>) => aField('array', { items: aField('text', { min: 2 }), ...more });

function check(field: FieldDefinition, value: unknown): string[] {
  const problems = checkFields([field], value === undefined ? {} : { [field.name]: value });
  return problems.map(({ path, message }) => `${path.slice(1).join('.')}|${message}`);
}

describe('the rules of a field', () => {
  it.each<[FieldDefinition, unknown]>([
    [aField('text', { required: true, min: 0 }), ''],
    [aField('text', { required: true, default: 'x' }), undefined],
    [aField('text', { required: false }), null],
    [aField('number', { min: 0, max: 1 }), 0.5],
    [aField('date'), '2024-02-29'],
    [aField('date', { variant: 'datetime' }), '2026-01-31T09:30:00+02:00'],
    [aField('enum', { options }), 'a'],
    [aField('media', { variant: 'gallery', max: 1 }), [file]],
    [aField('relation', { variant: 'multi-picker' }), []],
    [tags({ min: 1 }), ['ok']],
  ])('accept: %o %j', (field, value) => {
    expect(check(field, value)).toEqual([]);
  });

  it.each<[FieldDefinition, unknown, string]>([
    [aField('text', { required: true }), '', '|Fill this in.'],
    [aField('text', { required: true }), undefined, '|Fill this in.'],
    [aField('text', { min: 1, max: 1 }), 'ab', '|Write at most 1 character.'],
    [aField('text'), 5, '|Write a text.'],
    [aField('number'), Number.NaN, '|Write a number.'],
    [aField('number'), '-', '|Write a number.'],
    [aField('number', { integer: true }), 1.5, '|Write a whole number.'],
    [aField('boolean'), 'yes', '|Choose yes or no.'],
    [aField('date'), '2026-02-29', '|Write a date such as 2026-01-31.'],
    [aField('date', { variant: 'datetime' }), '2026-01-31', '|Write a time such as 2026-01-31T09:30:00Z.'],
    [aField('enum', { options }), 'b', '|Choose one of the options.'],
    [aField('url'), 'ftp://x', '|Write an address such as https://example.com.'],
    [aField('email', { max: 3 }), 'a@b.de', '|Write at most 3 characters.'],
    [aField('media'), { ...file, size: -1 }, '|Choose a file.'],
    [aField('media', { variant: 'gallery', min: 2 }), [file], '|At least 2.'],
    [aField('relation', { variant: 'multi-picker' }), ['a', ''], '1|Choose a record.'],
    [tags({}), ['ok', 'x'], '1|Write at least 2 characters.'],
    [tags({}), 'ok', '|Give a list.'],
    [aField('object', { fields: [] }), [], '|Fill in the fields.'],
    [aField('object', { fields: [] }), { odd: 1 }, 'odd|There is no field odd here. Take it out.'],
  ])('refuse: %o %j', (field, value, problem) => {
    expect(check(field, value)).toEqual([problem]);
  });

  it('name each field that is not there, and of a very long name its beginning', () => {
    const [one, long, ...more] = check(aField('object', { fields: [] }), { odd: 1, ['x'.repeat(9_000)]: 1 });
    expect(one).toBe('odd|There is no field odd here. Take it out.');
    expect(long).toBe(`${'x'.repeat(200)}|There is no field ${'x'.repeat(60)}… here. Take it out.`);
    expect(more).toEqual([]);
  });
});

describe('conditions', () => {
  const kind = aField('enum', { name: 'kind', options: [...options, { value: 'b', label: 'B' }] });
  const detail = aField('text', { name: 'detail', required: true, visibleWhen: { field: 'kind', in: ['b'] } });
  const deeper = aField('text', { name: 'deeper', required: true, visibleWhen: { field: 'detail', in: ['x'] } });
  const paths = (fields: FieldDefinition[], values: Record<string, unknown>) =>
    checkFields(fields, values).map(({ path }) => path.join('.'));

  it.each([
    [{ kind: 'a' }, []],
    [{ kind: 'b' }, ['detail']],
    [{ kind: 'b', detail: 'x' }, ['deeper']],
    [{ kind: 'a', detail: 'x' }, []],
  ])('ask only for what is shown: %j', (values, expected) => {
    expect(paths([kind, detail, deeper], values)).toEqual(expected);
  });

  it('count a default as given', () => {
    expect(paths([{ ...kind, default: 'b' }, detail], {})).toEqual(['detail']);
  });

  it('that go round in a circle hide', () => {
    const one = aField('text', { name: 'one', required: true, visibleWhen: { field: 'two', in: ['x'] } });
    const two = aField('text', { name: 'two', required: true, visibleWhen: { field: 'one', in: ['x'] } });
    expect(paths([one, two], { one: 'x', two: 'x' })).toEqual([]);
  });
});
