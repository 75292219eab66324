import { isDeepStrictEqual } from 'node:util';
import { FIELD_VARIANTS, type FieldType } from './field-definition.ts';
import type { JsonSchema } from './json-schema.ts';
import { findPatternProblem } from './safe-pattern.ts';
import { FORMAT_PATTERNS, type ValueOfField } from './schema-words.ts';

type UnusedWord = { word: string; message: string };

/** Words that restrict values in ways no field can. */
const WITHOUT_FIELD = [
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
  'dependentRequired',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
  'prefixItems',
  'contains',
  'uniqueItems',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  '$dynamicRef',
  '$recursiveRef',
];

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';

/** What each word has to be to mean something. */
const SHAPES: readonly [what: string, fits: (value: unknown) => boolean, words: readonly string[]][] = [
  ['a text', isText, ['title', 'description', 'format', 'pattern', 'x-entity-type']],
  ['a number', isNumber, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['a number', isNumber, ['minLength', 'maxLength', 'minItems', 'maxItems']],
  ['a list of values', Array.isArray, ['enum']],
  ['a list of names', (value) => Array.isArray(value) && value.every(isText), ['required']],
  ['true or false', (value) => typeof value === 'boolean', ['nullable']],
];

const TEXT = ['minLength', 'maxLength'];
const LIST = ['items', 'minItems', 'maxItems'];
const NUMBER = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const OBJECT = ['properties', 'required'];
const ENTITY = ['x-entity-type', 'x-entity-select'];

/** Which words a field of each type is made of, beside those that are looked at one by one. */
const USED: Record<FieldType, readonly string[]> = {
  text: TEXT,
  url: TEXT,
  email: TEXT,
  phone: TEXT,
  number: NUMBER,
  boolean: [],
  date: [],
  enum: ['enum', 'const'],
  media: [...LIST, ...OBJECT],
  relation: [...LIST, ...ENTITY, 'minLength'],
  object: OBJECT,
  array: LIST,
};
const RESTRICTING = ['enum', 'const', ...TEXT, ...NUMBER, ...LIST, ...OBJECT, ...ENTITY];

function findMalformed(schema: JsonSchema): UnusedWord[] {
  return SHAPES.flatMap(([what, fits, words]) =>
    words
      .filter((word) => word in schema && !fits(schema[word]))
      .map((word) => ({ word, message: `It must be ${what}, so it is left out.` })),
  );
}

const offersBoth = (values: unknown) => Array.isArray(values) && isDeepStrictEqual(values.toSorted(), [false, true]);

function* findIgnored(schema: JsonSchema, value: ValueOfField): Generator<UnusedWord> {
  const { format, pattern, multipleOf, minLength } = schema;
  const isFree = value.type === 'boolean' && offersBoth(schema.enum);
  for (const word of RESTRICTING) {
    if (!(word in schema) || USED[value.type].includes(word) || (word === 'enum' && isFree)) continue;
    yield { word, message: `A field of type ${value.type} does not check ${word}, so it is left out.` };
  }
  if (value.type === 'enum' && 'enum' in schema && 'const' in schema)
    yield { word: 'const', message: 'There are options already, so it is left out.' };
  // A record always has an id, which is not empty.
  if (value.type === 'relation' && typeof minLength === 'number' && minLength > 1)
    yield { word: 'minLength', message: 'The length of an id is not checked, so it is left out.' };
  if (typeof format === 'string' && !isKept(format, value))
    yield { word: 'format', message: `The format ${format} is not checked.` };
  if (typeof pattern === 'string' && value.pattern === undefined && !FORMAT_PATTERNS.has(pattern)) {
    yield { word: 'pattern', message: `The pattern is left out. ${findPatternProblem(pattern) ?? ''}`.trim() };
  }
  if (multipleOf !== undefined && multipleOf !== 1)
    yield { word: 'multipleOf', message: 'Steps are not checked, so it is left out.' };
  if (value.type !== 'number' || value.integer) return;
  for (const word of ['exclusiveMinimum', 'exclusiveMaximum'])
    if (word in schema) yield { word, message: 'The bound itself becomes allowed.' };
}

/** What the schema demands and the field made of it does not, each word once. */
export function findUnusedWords(schema: JsonSchema, value: ValueOfField): UnusedWord[] {
  const unused = WITHOUT_FIELD.filter((word) => word in schema && schema[word] !== false).map((word) => ({
    word,
    message: `No field can check ${word}, so it is left out.`,
  }));
  const malformed = findMalformed(schema);
  const told = new Set(malformed.map(({ word }) => word));
  return [...unused, ...malformed, ...[...findIgnored(schema, value)].filter(({ word }) => !told.has(word))];
}

function isKept(format: string, { type, variant }: ValueOfField): boolean {
  if (type === 'date') return format === (variant === 'datetime' ? 'date-time' : FIELD_VARIANTS.date[0]);
  return type === 'email' ? format === 'email' : type === 'url' && ['uri', 'url'].includes(format);
}
