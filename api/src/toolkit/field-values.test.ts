import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toFieldErrors } from '#platform/to-field-errors.ts';
import { FIELD_VARIANTS, type FieldDefinition, fieldsShape } from './field-definition.ts';
import { findFieldProblems } from './field-rules.ts';
import { fieldsToZod } from './fields-to-zod.ts';

type Row = { fields: Omit<FieldDefinition, 'name' | 'label'>[]; accepts: string[] };
type Group = { what: string; fields: unknown[]; cases: { given: object; problems: Record<string, string> }[] };
type Cases = {
  variants: object;
  values: Record<string, unknown>;
  sets: Record<string, string[]>;
  fields: Row[];
  groups: Group[];
  untouched: { field: Row['fields'][number]; becomes: object }[];
};

/** Which values each field takes. The form of the web app is held against the same file. */
const cases: Cases = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../test/cases/field-values.json'), 'utf8'),
);
const NAMES = ['nothing', ...Object.keys(cases.values)];
const rows = cases.fields.flatMap(({ fields, accepts }) =>
  fields.map((field): [FieldDefinition, string[]] => [
    { name: 'it', label: 'It', ...field },
    accepts.flatMap((name) => cases.sets[name] ?? [name]),
  ]),
);

describe('the table of fields and values', () => {
  it('has every type in every variant', () => {
    expect(cases.variants).toEqual(FIELD_VARIANTS);
    const tried = new Set(rows.map(([{ type, variant }]) => `${type} ${variant}`));
    const all = Object.entries(FIELD_VARIANTS).flatMap(([type, variants]) => variants.map((each) => `${type} ${each}`));
    expect(all.filter((each) => !tried.has(each))).toEqual([]);
  });

  it('has only fields that an author could save', () => {
    const untouched = cases.untouched.map(({ field }) => [{ name: 'it', label: 'It', ...field }]);
    for (const fields of [
      ...rows.map(([field]) => [field]),
      ...untouched,
      ...cases.groups.map(({ fields }) => fields),
    ]) {
      expect(findFieldProblems(fieldsShape.parse(fields))).toEqual([]);
    }
  });
});

describe('the server', () => {
  it.each(rows)('takes what it should for %j, and nothing else', (field, accepts) => {
    const schema = fieldsToZod([field]);
    const taken = NAMES.filter(
      (name) => schema.safeParse(name === 'nothing' ? {} : { it: cases.values[name] }).success,
    );
    expect(taken.sort()).toEqual(accepts.toSorted());
  });

  it.each(cases.untouched)(
    'takes a form that nobody touched as one that sends nothing: $field',
    ({ field, becomes }) => {
      expect(fieldsToZod([{ name: 'it', label: 'It', ...field }]).parse({})).toEqual(becomes);
    },
  );

  it.each(cases.groups)('has one word for each mistake: $what', ({ fields, cases: given }) => {
    const schema = fieldsToZod(fieldsShape.parse(fields));
    for (const { given: values, problems } of given) {
      const found: Record<string, string> = {};
      const issues = schema.safeParse(values).error?.issues ?? [];
      for (const { path: at, message } of toFieldErrors(issues)) found[at.join('.')] ??= message;
      expect(found, JSON.stringify(values)).toEqual(problems);
    }
  });
});
