import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FieldDefinition } from './field-definition.ts';
import { fieldsShape } from './field-definition.ts';
import { findFieldProblems } from './field-rules.ts';
import { anyFields, mixedValues, validValues } from './field-test-values.ts';
import { settleValues } from './field-visibility.ts';
import { fieldsToJsonSchema } from './fields-to-json-schema.ts';
import { fieldsToZod } from './fields-to-zod.ts';
import type { JsonSchema } from './json-schema.ts';
import { jsonSchemaToFields } from './json-schema-to-fields.ts';
import { findStrictProblems } from './strict-mode.ts';

const RUNS = { numRuns: 200 };
const overTheWire = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
const toOtherValidator = (schema: JsonSchema) => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);

/** Without conditions a value is judged as it stands; with them, what hidden fields hold does not count. */
const isJudgedAsGiven = (fields: readonly FieldDefinition[]): boolean =>
  fields.every(
    (field) =>
      !field.visibleWhen && isJudgedAsGiven(field.fields ?? []) && isJudgedAsGiven(field.items ? [field.items] : []),
  );

describe('fields and JSON Schema', () => {
  it('lose nothing on the way there and back', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const { fields: back, problems } = jsonSchemaToFields(overTheWire(fieldsToJsonSchema(fields)));
        expect(problems).toEqual([]);
        expect(back).toEqual(fields);
      }),
      RUNS,
    );
  });

  it('come back to the same schema', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const schema = fieldsToJsonSchema(fields);
        expect(fieldsToJsonSchema(jsonSchemaToFields(schema).fields)).toEqual(schema);
      }),
      RUNS,
    );
  });

  it('obey strict mode, whatever the fields are', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const broken = findStrictProblems('getNavConfig', fieldsToJsonSchema(fields));
        expect(broken).toEqual([]);
      }),
      RUNS,
    );
  });

  it('accept the same good values', () => {
    const scenes = anyFields.chain((fields) => fc.tuple(fc.constant(fields), validValues(fields)));
    fc.assert(
      fc.property(scenes, ([fields, values]) => {
        const parsed = fieldsToZod(fields).safeParse(values);
        expect(parsed.error?.issues ?? []).toEqual([]);
        const other = toOtherValidator(fieldsToJsonSchema(fields));
        expect(other.safeParse(values).error?.issues ?? []).toEqual([]);
        expect(other.safeParse(parsed.data).error?.issues ?? []).toEqual([]);
      }),
      RUNS,
    );
  });

  it('agree on spoiled values: what the fields accept, the schema accepts', () => {
    const scenes = anyFields.chain((fields) => fc.tuple(fc.constant(fields), mixedValues(fields)));
    let refused = 0;
    fc.assert(
      fc.property(scenes, ([fields, values]) => {
        const parsed = fieldsToZod(fields).safeParse(values);
        if (!parsed.success) refused += 1;
        if (!parsed.success) return;
        const other = toOtherValidator(fieldsToJsonSchema(fields));
        expect(other.safeParse(parsed.data).error?.issues ?? []).toEqual([]);
        if (isJudgedAsGiven(fields)) expect(other.safeParse(values).error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it('hand on values that are accepted again and stay as they are', () => {
    const scenes = anyFields.chain((fields) => fc.tuple(fc.constant(fields), validValues(fields)));
    fc.assert(
      fc.property(scenes, ([fields, values]) => {
        const once = fieldsToZod(fields).parse(values);
        expect(fieldsToZod(fields).parse(once)).toEqual(once);
        expect(settleValues(fields, once)).toEqual(once);
      }),
      RUNS,
    );
  });
});

describe('the import of anything at all', () => {
  const words = fc.constantFrom(
    ...['type', 'properties', 'items', 'required', 'enum', 'anyOf', 'allOf', '$ref', '$defs', 'const', 'x-field'],
    ...['minimum', 'pattern', 'format', 'default', 'title', 'additionalProperties', 'nullable', 'minLength'],
  );
  const leaf = fc.constantFrom(
    'object',
    'array',
    'string',
    'number',
    'null',
    '#',
    '#/$defs/a',
    'a',
    '%',
    0,
    1,
    true,
    null,
  );
  const { schema: anySchema } = fc.letrec<{ schema: unknown; node: unknown }>((tie) => ({
    schema: fc.dictionary(fc.oneof(words, fc.constantFrom('a', 'b')), tie('node'), {
      maxKeys: 5,
      depthIdentifier: 'd',
    }),
    node: fc.oneof(
      { depthIdentifier: 'd', maxDepth: 6 },
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 2 }),
    ),
  }));

  it('never fails, and hands out only fields that the rules accept', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const { fields } = jsonSchemaToFields({
          type: 'object',
          properties: { a: schema, b: { type: 'string' } },
          $defs: { a: schema },
        });
        expect(fields.some((field) => field.name === 'b')).toBe(true);
        expect(fieldsShape.safeParse(fields).error?.issues ?? []).toEqual([]);
        expect(findFieldProblems(fields)).toEqual([]);
        expect(jsonSchemaToFields(fieldsToJsonSchema(fields))).toEqual({ fields, problems: [] });
      }),
      { numRuns: 1_000 },
    );
  });
});
