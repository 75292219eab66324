import { z } from 'zod';
import type { FieldDefinition } from './field-definition.ts';
import type { FieldNote } from './field-note.ts';
import { SchemaMisfit } from './flatten-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { findPatternProblem } from './safe-pattern.ts';

/** What a schema says about the value of a field, without its name and place. */
export type ValueOfField = Pick<
  FieldDefinition,
  'type' | 'variant' | 'options' | 'min' | 'max' | 'integer' | 'pattern' | 'entityType' | 'fields' | 'items'
>;

/** Words that admit values beside those of named fields and like entries. */
const OPENING = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'prefixItems'];

export function isOpen(schema: JsonSchema): boolean {
  return OPENING.some((word) => schema[word] !== undefined && schema[word] !== false);
}

/** The formats that fields know, and the patterns that zod writes beside them. */
export const FORMAT_PATTERNS = new Set(
  [z.email(), z.iso.date(), z.iso.datetime(), z.iso.datetime({ offset: true })].map(
    (schema) => (z.toJSONSchema(schema) as JsonSchema).pattern,
  ),
);

type Type = Pick<FieldDefinition, 'type' | 'variant'>;

function typeOfText({ format, 'x-entity-type': entity }: JsonSchema, { type, variant }: FieldNote): Type {
  const own = variant === undefined ? {} : { variant };
  if (typeof entity === 'string' || type === 'relation') {
    return { type: 'relation', ...(variant === 'picker' ? { variant } : {}) };
  }
  if (type === 'phone' || type === 'url') return { type, ...own };
  if (format === 'date-time') return { type: 'date', variant: 'datetime' };
  if (format === 'date') return { type: 'date', ...(variant === 'date' ? { variant } : {}) };
  if (format === 'email') return { type: 'email', ...own };
  if (format === 'uri' || format === 'url') return { type: 'url', ...own };
  return { type: 'text', ...own };
}

function readOptions(values: readonly unknown[], note: FieldNote): ValueOfField {
  if (!values.every((value) => typeof value === 'string')) {
    throw new SchemaMisfit('Its options are no texts. Write them as texts, or use a number with bounds.');
  }
  const labels = new Map(note.labels?.map(({ value, label }) => [value, label]));
  const options = [...new Set(values)].map((value) => ({ value, label: labels.get(value) ?? value }));
  return { type: 'enum', ...(note.variant === undefined ? {} : { variant: note.variant }), options };
}

export function readText(schema: JsonSchema, note: FieldNote, required: boolean): ValueOfField {
  if (Array.isArray(schema.enum)) return readOptions(schema.enum, note);
  if ('const' in schema) return readOptions([schema.const], note);
  const type = typeOfText(schema, note);
  if (type.type === 'date') return type;
  if (type.type === 'relation') {
    const entityType = schema['x-entity-type'];
    return { ...type, ...(typeof entityType === 'string' ? { entityType } : {}) };
  }
  const min = type.type === 'text' ? shortest(schema, note, required) : lengthIn(schema.minLength);
  const max = lengthIn(schema.maxLength);
  const { pattern } = schema;
  const usesPattern = typeof pattern === 'string' && !FORMAT_PATTERNS.has(pattern) && !findPatternProblem(pattern);
  return {
    ...type,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(usesPattern ? { pattern } : {}),
  };
}

const lengthIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** The inverse of `shortestText`: a required field asks for one character by itself. */
function shortest({ minLength }: JsonSchema, note: FieldNote, required: boolean): number | undefined {
  if (!required) return lengthIn(minLength);
  if (minLength === 1) return note.min === 1 ? 1 : undefined;
  return lengthIn(minLength) ?? 0;
}

export function readNumber(schema: JsonSchema, note: FieldNote): ValueOfField {
  if (Array.isArray(schema.enum) || 'const' in schema) {
    throw new SchemaMisfit('Its options are no texts. Write them as texts, or use a number with bounds.');
  }
  const integer = schema.type === 'integer' || (typeof schema.multipleOf === 'number' && schema.multipleOf === 1);
  const step = integer ? 1 : 0;
  const bound = (inclusive: unknown, exclusive: unknown, direction: 1 | -1): number | undefined => {
    const bounds = [inclusive, typeof exclusive === 'number' ? exclusive + direction * step : undefined];
    const given = bounds.filter((value) => typeof value === 'number');
    if (given.length === 0) return undefined;
    return direction === 1 ? Math.max(...given) : Math.min(...given);
  };
  const min = bound(schema.minimum, schema.exclusiveMinimum, 1);
  const max = bound(schema.maximum, schema.exclusiveMaximum, -1);
  return {
    type: 'number',
    ...(note.variant === undefined ? {} : { variant: note.variant }),
    ...(integer ? { integer } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}
