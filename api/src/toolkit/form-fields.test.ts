import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ODD_INPUTS, ODD_PLACES, oddTool } from '../../test/odd-inputs.ts';
import { uncoveredInputs } from '../../test/uncovered-inputs.ts';
import { DEEPEST_NESTING, type FieldDefinition } from './field-definition.ts';
import { toFormFields } from './form-fields.ts';
import { toInputSchema } from './json-schema.ts';

const SCHEMA = toInputSchema(oddTool.input);
const FIELDS = toFormFields(SCHEMA);
const formOf = (shape: z.ZodRawShape) => toFormFields(toInputSchema(z.object(shape)));

function find(path: string): FieldDefinition | undefined {
  let fields: readonly FieldDefinition[] = FIELDS;
  let found: FieldDefinition | undefined;
  for (const name of path.split(' ')) {
    found = fields.find((field) => field.name === name);
    fields = found?.fields ?? found?.items?.fields ?? [];
  }
  return found;
}

function depthOf({ fields = [], items }: FieldDefinition): number {
  return 1 + Math.max(0, ...[...fields, ...(items ? [items] : [])].map(depthOf));
}

describe('the form of a tool in code', () => {
  it('asks for every property of the input, in its order', () => {
    expect(FIELDS.map(({ name }) => name)).toEqual(Object.keys(oddTool.input.shape));
    expect(uncoveredInputs(SCHEMA, FIELDS)).toEqual([]);
  });

  it.each(Object.keys(ODD_INPUTS))('asks for %s as JSON, and says what fits', (name) => {
    expect(find(name)).toMatchObject({ type: 'object', variant: 'json', required: true });
    expect(find(name)!.schema).toEqual((SCHEMA.properties as Record<string, unknown>)[name]);
    expect(find(name)).not.toHaveProperty('fields');
  });

  it.each([
    ['drawing', 'shape'],
    ['tree', 'branches'],
    ['deep', 'within within within within'],
    ['rows', 'cells'],
  ])('asks for a part of %s as JSON and for the rest by fields', (name, part) => {
    expect(find(name)!.schema).toBeUndefined();
    expect(find(`${name} ${part}`)!.schema).toBeDefined();
  });

  it('never nests deeper than fields may', () => {
    expect(Math.max(...FIELDS.map(depthOf))).toBe(DEEPEST_NESTING);
  });

  it.each(['first-name', 'home.town', 'constructor'] as const)('has a plain field for the name %s', (name) => {
    expect(find(name)).toMatchObject({
      name,
      type: ODD_PLACES[name].schema instanceof z.ZodNumber ? 'number' : 'text',
    });
  });

  it('takes over long texts', () => {
    const [field] = formOf({ word: z.string().meta({ title: 'T'.repeat(300), description: 'D'.repeat(3_000) }) });
    expect(field).toMatchObject({ type: 'text', label: 'T'.repeat(300), description: 'D'.repeat(3_000) });
  });

  it('keeps the words, the default and the freedom of what is written as JSON', () => {
    const rates = z.record(z.string(), z.number());
    const described = { title: 'Rates', description: 'By country.' };
    const given = rates.default({ de: 1 }).meta(described);
    expect(formOf({ rates: given, others: rates.nullish(), none: rates.nullable() })).toMatchObject([
      { name: 'rates', label: 'Rates', description: 'By country.', required: false, default: { de: 1 } },
      { name: 'others', label: 'Others', required: false },
      { name: 'none', label: 'None', required: false },
    ]);
  });

  it('keeps the default of a group that holds JSON', () => {
    const group = z.object({ rates: z.record(z.string(), z.number()) }).default({ rates: { de: 1 } });
    expect(formOf({ group })).toMatchObject([{ default: { rates: { de: 1 } }, fields: [{ name: 'rates' }] }]);
  });

  it('is JSON throughout when the schema is too large to be read', () => {
    const wide = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`f${at}`, z.string().nullish()]));
    const fields = formOf(wide);
    expect(fields).toHaveLength(2_100);
    expect(fields.every((field) => field.schema && !field.required)).toBe(true);
  });
});
