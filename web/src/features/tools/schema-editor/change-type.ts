import { checkFields } from '#ui/schema-form/check-values.ts';
import {
  FIELD_VARIANTS,
  type FieldDefinition,
  type FieldType,
  hasDefault,
  isList,
} from '#ui/schema-form/field-definition.ts';
import { cleanField } from './clean-field.ts';
import { DEEPEST_NESTING, levelsOf, newItem, startOf } from './field-types.ts';

const WRITTEN = new Set<FieldType>(['text', 'url', 'email', 'phone']);

/** Bounds of different kinds are different statements: a length of 5 is not an amount of 5. */
export function boundsOf(field: FieldDefinition): 'amount' | 'length' | 'count' | undefined {
  if (isList(field)) return 'count';
  if (WRITTEN.has(field.type)) return 'length';
  return field.type === 'number' ? 'amount' : undefined;
}

export function hasPattern(field: FieldDefinition): boolean {
  return WRITTEN.has(field.type);
}

export function acceptsDefault(field: FieldDefinition): boolean {
  const probe = { ...field, default: undefined, visibleWhen: undefined };
  return checkFields([probe], { [field.name]: field.default }).length === 0;
}

const LOST_WORDS = [
  ['variant', 'how it is shown'],
  ['options', 'options'],
  ['min', 'lower bound'],
  ['max', 'upper bound'],
  ['integer', 'whole numbers only'],
  ['pattern', 'pattern'],
  ['entityType', 'type of records'],
  ['fields', 'fields inside'],
  ['items', 'kind of entries'],
  ['default', 'default'],
] as const satisfies readonly (readonly [keyof FieldDefinition, string])[];

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** A list of what it was before, so that nothing is lost. */
function wrap(field: FieldDefinition): Partial<FieldDefinition> {
  const { name, label, required, sensitive, description, visibleWhen, default: _, ...value } = field;
  return { items: { ...newItem(), ...value } };
}

function ownOf(field: FieldDefinition, type: FieldType): Partial<FieldDefinition> {
  const variants: readonly string[] = FIELD_VARIANTS[type];
  const variant = field.variant && variants.includes(field.variant) ? field.variant : undefined;
  const sameBounds = boundsOf(field) === boundsOf({ ...field, type, variant });
  return {
    variant,
    ...(sameBounds ? { min: field.min, max: field.max } : {}),
    ...(WRITTEN.has(type) ? { pattern: field.pattern } : {}),
  };
}

/** The field as another type: with all that still means something, and words for what does not. */
export function changeType(
  field: FieldDefinition,
  type: FieldType,
  depth: number,
): { field: FieldDefinition; lost: string[] } {
  if (type === field.type) return { field, lost: [] };
  const { name, label, required, sensitive, description, visibleWhen } = field;
  const base = { name, label, type, required, sensitive, description, visibleWhen };
  if (type === 'array' && depth + levelsOf(field) <= DEEPEST_NESTING) {
    return { field: cleanField({ ...base, ...wrap(field) }), lost: hasDefault(field) ? ['default'] : [] };
  }
  const bare: FieldDefinition = { ...base, ...startOf(type), ...ownOf(field, type) };
  const kept = hasDefault(field) && acceptsDefault({ ...bare, default: field.default });
  const changed = cleanField(kept ? { ...bare, default: field.default } : bare);
  const lost = LOST_WORDS.filter(([key]) => isThere(field[key]) && changed[key] === undefined).map(
    ([, words]) => words,
  );
  return { field: changed, lost };
}
