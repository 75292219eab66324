import fc from 'fast-check';
import {
  FIELD_VARIANTS,
  type FieldDefinition,
  type FieldType,
  isList,
  shortestText,
  variantOf,
} from './field-definition.ts';
import { findFieldProblems } from './field-rules.ts';

/** Patterns with texts that match them, since a text that matches is hard to guess. */
const PATTERNS = { '^[a-z]{2,8}$': 'abcd', '^(a+)+$': 'aaaa', '\\d{4}': 'x1234', '^[A-Z]-\\d+$': 'A-77' } as const;

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/),
  fc.constantFrom('title', 'type', 'required', 'properties', 'default', 'name'),
);
const label = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.trim() || 'Label');
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map((value) => (value === 0 ? 0 : value));

function bounds(value: fc.Arbitrary<number>) {
  return fc.tuple(fc.option(value, { nil: undefined }), fc.option(value, { nil: undefined })).map(([first, second]) => {
    if (first === undefined || second === undefined) return { min: first, max: second };
    return { min: Math.min(first, second), max: Math.max(first, second) };
  });
}

/** What belongs to a type beside its name, label and variant. */
function ownProperties(type: FieldType, depth: number): fc.Arbitrary<Partial<FieldDefinition>> {
  const lengths = bounds(fc.nat({ max: 12 }));
  switch (type) {
    case 'text':
      return fc.oneof(lengths, fc.record({ pattern: fc.constantFrom(...Object.keys(PATTERNS)) }));
    case 'number':
      return fc
        .tuple(bounds(number), fc.boolean())
        .map(([{ min, max }, whole]) =>
          whole ? { integer: true, min: min && Math.floor(min), max: max && Math.ceil(max) } : { min, max },
        );
    case 'enum':
      return fc
        .uniqueArray(fc.record({ value: fc.string({ minLength: 1, maxLength: 12 }), label }), {
          selector: (option) => option.value,
          minLength: 1,
          maxLength: 8,
        })
        .map((options) => ({ options }));
    case 'relation':
      return fc.record({ entityType: fc.constantFrom('company', 'person', undefined) });
    case 'object':
      return fieldGroup(depth + 1, 1).map((fields) => ({ fields }));
    case 'array':
      return fc
        .tuple(field(depth + 1), bounds(fc.nat({ max: 4 })))
        .map(([{ visibleWhen: _condition, ...items }, range]) => ({ items, ...range }));
    default:
      return fc.constant({});
  }
}

const isSound = (given: FieldDefinition) => findFieldProblems([given]).length === 0;

function field(depth: number): fc.Arbitrary<FieldDefinition> {
  const simple = Object.keys(FIELD_VARIANTS).filter((type) => type !== 'object' && type !== 'array');
  const types = (depth >= 3 ? simple : Object.keys(FIELD_VARIANTS)) as FieldType[];
  return fc
    .constantFrom(...types)
    .chain((type) =>
      fc.record({
        base: fc.record({ name, label, type: fc.constant(type), required: fc.boolean() }),
        description: fc.option(fc.string(), { nil: undefined }),
        variant: fc.constantFrom(undefined, ...FIELD_VARIANTS[type]),
        own: ownProperties(type, depth),
      }),
    )
    .map(({ base, description, variant, own }) => withoutUndefined({ ...base, description, variant, ...own }))
    .filter(isSound)
    .chain((sound) =>
      fc
        .tuple(validValue(sound), fc.integer({ min: 0, max: 3 }))
        .map(([value, dice]) => (dice === 0 ? { ...sound, default: value } : sound)),
    )
    .filter(isSound);
}

function fieldGroup(depth: number, minLength = 0): fc.Arbitrary<FieldDefinition[]> {
  return fc
    .uniqueArray(field(depth), { selector: (given) => given.name, minLength, maxLength: 4 })
    .chain((fields) => fc.nat().map((dice) => withCondition(fields, dice)));
}

/** Makes one field depend on another that has options or is a switch, if there are two such. */
function withCondition(fields: FieldDefinition[], dice: number): FieldDefinition[] {
  const source = fields.find((given) => given.type === 'enum' || given.type === 'boolean');
  const target = fields[dice % (fields.length || 1)];
  if (!source || !target || source === target) return fields;
  const values = source.type === 'boolean' ? [dice % 2 === 0] : [source.options![0]!.value];
  return fields.map((given) =>
    given === target ? { ...given, visibleWhen: { field: source.name, in: values } } : given,
  );
}

function withoutUndefined(given: FieldDefinition): FieldDefinition {
  return JSON.parse(JSON.stringify(given));
}

/** Any list of fields that the rules accept. */
export const anyFields = fieldGroup(1);

/** A value that the field should accept. */
function validValue(given: FieldDefinition): fc.Arbitrary<unknown> {
  const { type, min, max, pattern } = given;
  const listed = (item: fc.Arbitrary<unknown>) =>
    isList(given) ? fc.array(item, { minLength: min ?? 0, maxLength: max ?? (min ?? 0) + 2 }) : item;
  switch (type) {
    case 'text': {
      if (pattern) return fc.constant(PATTERNS[pattern as keyof typeof PATTERNS]);
      const least = shortestText(given) ?? 0;
      return fc.string({ minLength: least, maxLength: Math.max(least, max ?? 20), unit: 'binary' });
    }
    case 'number':
      return given.integer
        ? fc.integer({ min: min ?? -1_000_000, max: max ?? 1_000_000 })
        : fc.double({ noNaN: true, min: min ?? -1e6, max: max ?? 1e6 });
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc
        .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => (variantOf(given) === 'datetime' ? date.toISOString() : date.toISOString().slice(0, 10)));
    case 'enum':
      return fc.constantFrom(...given.options!.map((option) => option.value));
    case 'url':
      return fc.constantFrom('https://example.com', 'http://a.example/b?c=d#e');
    case 'email':
      return fc.constantFrom('ada@example.com', 'first.last+tag@sub.example.org');
    case 'phone':
      return fc.constantFrom('+49 30 123456', '(555) 010-0000');
    case 'media': {
      const text = fc.string({ minLength: 1 });
      return listed(fc.record({ fileId: text, name: text, mediaType: text, size: fc.nat() }));
    }
    case 'relation':
      return listed(fc.string({ minLength: 1 }));
    case 'object':
      return validValues(given.fields!);
    case 'array':
      return listed(validValue({ ...given.items!, required: true }));
  }
}

/** Values that the fields should accept: what may be left out sometimes is, or is null. */
export function validValues(fields: readonly FieldDefinition[]): fc.Arbitrary<Record<string, unknown>> {
  const entries = fields.map((given) => {
    const value = validValue(given);
    const left = given.required ? value : fc.oneof({ arbitrary: value, weight: 3 }, fc.constantFrom(null, undefined));
    return left.map((chosen) => [given.name, chosen] as const);
  });
  return fc.tuple(...entries).map((chosen) => Object.fromEntries(chosen.filter(([, value]) => value !== undefined)));
}

const junk = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', -1, 1.5, [], {}, 'x'.repeat(30)));

/** Good values with some of them replaced by anything at all. */
export function mixedValues(fields: readonly FieldDefinition[]): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .tuple(validValues(fields), ...fields.map((given) => fc.option(junk.map((value) => [given.name, value] as const))))
    .map(([values, ...spoiled]) => ({ ...values, ...Object.fromEntries(spoiled.filter((entry) => entry !== null)) }));
}
