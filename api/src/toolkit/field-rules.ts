import type { FieldError } from '#platform/errors.ts';
import {
  DEEPEST_NESTING,
  FIELD_VARIANTS,
  type FieldDefinition,
  type FieldType,
  isList,
  variantOf,
} from './field-definition.ts';
import { acceptsValue } from './fields-to-zod.ts';
import { findPatternProblem } from './safe-pattern.ts';

const BOUNDED = new Set<FieldType>(['text', 'number', 'url', 'email', 'phone']);
const PATTERNED = new Set<FieldType>(['text', 'url', 'email', 'phone']);
const SMALLEST_LENGTH = { min: 0, max: 1 };
const TAGGED = new Set<FieldType>(['text', 'enum', 'url', 'email', 'phone']);

/** What the shape alone cannot say: which properties belong to which type, and which fields may point to which. */
export function findFieldProblems(
  fields: readonly FieldDefinition[],
  path: string[] = ['fields'],
  depth = 1,
): FieldError[] {
  const names = new Set<string>();
  return fields.flatMap((field, index) => {
    const at = [...path, String(index)];
    const problems = findProblemsOf(field, at, depth);
    if (names.has(field.name))
      problems.push({ path: [...at, 'name'], message: `Two fields are called ${field.name}.` });
    names.add(field.name);
    const visibility = findVisibilityProblem(field, fields);
    if (visibility) problems.push({ path: [...at, 'visibleWhen'], message: visibility });
    return problems;
  });
}

/** Why the condition of a field cannot be used. */
export function findVisibilityProblem(field: FieldDefinition, fields: readonly FieldDefinition[]): string | undefined {
  if (!field.visibleWhen) return undefined;
  const { field: sourceName, in: values } = field.visibleWhen;
  const find = (name: string | undefined) => fields.find((other) => other.name === name);
  const source = find(sourceName);
  if (!source || source.name === field.name) return `There is no other field ${sourceName} beside it.`;
  for (let step: FieldDefinition | undefined = source, count = 0; step; step = find(step.visibleWhen?.field)) {
    if (step.name === field.name || count > fields.length) return 'These conditions wait for each other in a circle.';
    count += 1;
  }
  const known = possibleValues(source);
  if (!known) return `${source.name} has no simple value.`;
  const stranger = values.find((value) => !known(value));
  return stranger === undefined ? undefined : `${source.name} never has the value ${stranger}.`;
}

function possibleValues(source: FieldDefinition): ((value: unknown) => boolean) | undefined {
  switch (source.type) {
    case 'enum':
      return (value) => source.options?.some((option) => option.value === value) ?? false;
    case 'text':
      return (value) => typeof value === 'string';
    case 'number':
    case 'boolean':
      return (value) => typeof value === source.type;
    default:
      return undefined;
  }
}

function findProblemsOf(field: FieldDefinition, at: string[], depth: number): FieldError[] {
  const own = [...describeProblems(field, depth)].map(([property, message]) => ({ path: [...at, property], message }));
  if (field.fields && field.type === 'object') {
    own.push(...findFieldProblems(field.fields, [...at, 'fields'], depth + 1));
  }
  if (field.items && field.type === 'array') {
    own.push(...findProblemsOf(field.items, [...at, 'items'], depth + 1));
    if (field.items.visibleWhen)
      own.push({ path: [...at, 'items', 'visibleWhen'], message: 'An entry of a list is always shown.' });
  }
  // Only a sound field can say which values it accepts.
  if (own.length === 0 && field.default !== undefined && !acceptsValue(field, field.default)) {
    own.push({ path: [...at, 'default'], message: 'The field itself would refuse this default.' });
  }
  return own;
}

function* describeProblems(field: FieldDefinition, depth: number): Generator<[property: string, message: string]> {
  const { type } = field;
  const variants: readonly string[] = FIELD_VARIANTS[type];
  if (field.variant !== undefined && !variants.includes(field.variant)) {
    yield ['variant', `The variant of ${type} is one of ${variants.join(', ')}.`];
  }
  if (depth > DEEPEST_NESTING) yield ['type', `Fields may nest ${DEEPEST_NESTING} levels deep.`];
  yield* describeOptions(field);
  yield* describeBounds(field);
  if (field.integer && type !== 'number') yield ['integer', 'Only a number can be whole.'];
  if (field.pattern !== undefined) {
    const problem = PATTERNED.has(type) ? findPatternProblem(field.pattern) : `A field of type ${type} has no pattern.`;
    if (problem) yield ['pattern', problem];
  }
  if (field.entityType && type !== 'relation') yield ['entityType', `A field of type ${type} points to no records.`];
  if (type === 'object' && !field.fields?.length && !field.schema) yield ['fields', 'An object needs fields.'];
  if (type !== 'object' && field.fields) yield ['fields', `A field of type ${type} has no fields.`];
  if (type === 'array' && !field.items) yield ['items', 'A list needs to know what its entries are.'];
  if (type !== 'array' && field.items) yield ['items', `A field of type ${type} has no entries.`];
  if (type === 'array' && field.items) yield* describeEntries(field, field.items);
}

function* describeOptions({ type, options }: FieldDefinition): Generator<[string, string]> {
  if (type !== 'enum') {
    if (options) yield ['options', `A field of type ${type} has no options.`];
    return;
  }
  const values = options?.map((option) => option.value) ?? [];
  if (values.length === 0) yield ['options', 'Give at least one option.'];
  if (new Set(values).size !== values.length) yield ['options', 'Two options have the same value.'];
}

function* describeBounds(field: FieldDefinition): Generator<[string, string]> {
  const { type, min, max } = field;
  for (const bound of ['min', 'max'] as const) {
    const value = field[bound];
    if (value === undefined) continue;
    if (!BOUNDED.has(type) && !isList(field)) yield [bound, `A field of type ${type} has no bounds.`];
    else if (type !== 'number' && (!Number.isInteger(value) || value < SMALLEST_LENGTH[bound])) {
      yield [bound, `A length is a whole number from ${SMALLEST_LENGTH[bound]}.`];
    }
  }
  if (min !== undefined && max !== undefined && min > max) yield ['max', 'The upper bound lies below the lower one.'];
}

function* describeEntries(field: FieldDefinition, items: FieldDefinition): Generator<[string, string]> {
  const variant = variantOf(field);
  if (variant === 'table' && items.type !== 'object') yield ['variant', 'A table needs objects as entries.'];
  if (variant === 'tags' && !TAGGED.has(items.type)) yield ['variant', 'Tags need texts or options as entries.'];
}
