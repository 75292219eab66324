import { describe, expect, it } from 'vitest';
import { bootstrapFieldRegistry } from './bootstrap-field-registry.ts';
import type { FieldDefinition } from './field-definition.ts';
import { FIELD_VARIANTS } from './field-definition.ts';
import { aField } from './form-test-kit.tsx';
import { fromFormValues } from './from-form-values.ts';
import { toFormValues } from './to-form-values.ts';

const file = { fileId: 'f', name: 'n', mediaType: 'text/plain', size: 1 };
const pair = [aField('text', { name: 'key' }), aField('number', { name: 'count' })];

const roundTrip = (field: FieldDefinition, value: unknown) =>
  fromFormValues([field], toFormValues([field], { [field.name]: value }))[field.name];

describe('values on their way through the form', () => {
  it.each<[FieldDefinition, unknown]>([
    [aField('text'), 'a\nb'],
    [aField('number'), 0],
    [aField('boolean'), false],
    [aField('boolean'), true],
    [aField('boolean', { default: true }), false],
    [aField('date'), '2026-01-31'],
    [aField('date', { variant: 'datetime' }), '2026-03-29T01:30:00Z'],
    [aField('date', { variant: 'datetime' }), '2026-01-31T09:30:15.123Z'],
    [aField('enum'), 'a'],
    [aField('media'), file],
    [aField('media', { variant: 'gallery' }), [file]],
    [aField('relation', { variant: 'multi-picker' }), ['a', 'b']],
    [aField('object', { fields: pair }), { key: 'k', count: 1 }],
    [aField('object', { variant: 'json', fields: pair }), { key: 'k' }],
    [aField('array', { items: aField('object', { fields: pair }) }), [{ key: 'k' }, { count: 2 }]],
    [aField('array', { variant: 'tags', items: aField('number') }), [1, 2]],
    [aField('array', { items: aField('array', { items: aField('text') }) }), [['a'], ['b', 'c']]],
  ])('stay what they are: %o %j', (field, value) => {
    expect(roundTrip(field, value)).toEqual(value);
  });

  it.each<[FieldDefinition, unknown]>([
    [aField('number'), '5'],
    [aField('boolean'), 'false'],
    [aField('enum'), 5],
    [aField('media'), 'cat.png'],
    [aField('object', { fields: pair }), 'x'],
    [aField('array', { items: aField('text') }), { 0: 'x' }],
  ])('of the wrong kind do not get into the inputs: %o %j', (field, value) => {
    expect(roundTrip(field, value)).toBeUndefined();
  });

  it('start with the default, unless another is given', () => {
    const field = aField('number', { default: 3 });
    expect(roundTrip(field, undefined)).toBe(3);
    expect(roundTrip(field, null)).toBe(3);
    expect(roundTrip(field, 0)).toBe(0);
  });

  it('are empty on purpose where leaving them out would bring the default back', () => {
    const text = aField('text', { default: 'x' });
    const list = aField('array', { default: ['x'], items: aField('text') });
    expect(fromFormValues([text, list], { $text: '', $array: [] })).toEqual({ text: '', array: [] });
  });
});

describe('the registry', () => {
  it('has an input and a display for each of the twelve types', () => {
    const registry = bootstrapFieldRegistry();
    expect(Object.keys(registry)).toEqual(Object.keys(FIELD_VARIANTS));
    expect(Object.values(registry).flatMap(Object.values)).toHaveLength(24);
    expect(new Set(Object.values(registry).flatMap(Object.values)).size).toBe(24);
  });
});
