import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFields } from './check-values.ts';
import { FIELD_VARIANTS, type FieldDefinition, hasDefault, type Values } from './field-definition.ts';
import { fromFormValues } from './from-form-values.ts';
import { toFormValues } from './to-form-values.ts';

type Row = { fields: Omit<FieldDefinition, 'name' | 'label'>[]; accepts: string[] };
type Group = {
  what: string;
  fields: FieldDefinition[];
  cases: { given: Values; problems: Record<string, string> }[];
};
type Cases = {
  variants: object;
  values: Record<string, unknown>;
  sets: Record<string, string[]>;
  fields: Row[];
  groups: Group[];
  untouched: { field: Row['fields'][number]; becomes: Values }[];
};

/** The table that the server is held against, so that both say the same of every value. */
const file = '../../../../api/test/cases/field-values.json';
const cases: Cases = JSON.parse(readFileSync(path.resolve(import.meta.dirname, file), 'utf8'));
const NAMES = ['nothing', ...Object.keys(cases.values)];
const rows = cases.fields.flatMap(({ fields, accepts }) =>
  fields.map((field): [FieldDefinition, string[]] => [
    { name: 'it', label: 'It', ...field },
    accepts.flatMap((name) => cases.sets[name] ?? [name]),
  ]),
);

describe('the form', () => {
  it('knows the types and variants of the server', () => {
    expect(FIELD_VARIANTS).toEqual(cases.variants);
  });

  it.each(rows)('takes what the server takes for %j, and nothing else', (field, accepts) => {
    const taken = NAMES.filter(
      (name) => checkFields([field], name === 'nothing' ? {} : { it: cases.values[name] }).length === 0,
    );
    expect(taken.sort()).toEqual(accepts.toSorted());
  });

  it.each(rows.filter(([field]) => !field.required && !hasDefault(field)))(
    'sends nothing for an untouched %j, so that the server decides',
    (field) => {
      expect(fromFormValues([field], toFormValues([field], {}))).toEqual({});
    },
  );

  it.each(cases.untouched)('sends untouched what the server makes of nothing: $field', ({ field, becomes }) => {
    const fields: FieldDefinition[] = [{ name: 'it', label: 'It', ...field }];
    expect(fromFormValues(fields, toFormValues(fields, {}))).toEqual(becomes);
  });

  it.each(cases.groups)('has the words of the server for each mistake: $what', ({ fields, cases: given }) => {
    for (const { given: values, problems } of given) {
      const found: Record<string, string> = {};
      for (const { path: at, message } of checkFields(fields, values)) found[at.join('.')] ??= message;
      expect(found, JSON.stringify(values)).toEqual(problems);
    }
  });
});
