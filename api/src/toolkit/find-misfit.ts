import type { FieldError } from '#platform/errors.ts';
import { isPlain } from '#platform/is-plain.ts';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { findOwnMisfit, type Meter, matches } from './value-misfits.ts';

/** Parts of schemas looked at for parts of the value: a fraction of a second. */
const MOST_STEPS = 1_000_000;
/** Far more than an output can need; a schema that refers to itself in a circle comes here at once. */
const DEEPEST = 1_000;
const TOO_MUCH = Symbol('too much to look at');

type Look = { root: JsonSchema; meter: Meter; depth: number };
type Misfit = FieldError | undefined;

const within = (misfit: Misfit, name: string | number): Misfit =>
  misfit && { path: [String(name), ...misfit.path], message: misfit.message };
const listIn = (word: unknown): readonly unknown[] => (Array.isArray(word) ? word : []);
const partsIn = (word: unknown): [string, unknown][] => (isSchemaObject(word) ? Object.entries(word) : []);

function findFirst<Part>(parts: Iterable<Part>, find: (part: Part) => Misfit): Misfit {
  for (const part of parts) {
    const misfit = find(part);
    if (misfit) return misfit;
  }
  return undefined;
}

/** References lead to `$defs` of the same schema, which is seen to when it is saved. */
function resolve(reference: string, root: JsonSchema): unknown {
  const [, home = '', name = ''] = reference.split('/');
  const shelf = root[home];
  return isSchemaObject(shelf) && Object.hasOwn(shelf, name) ? shelf[name] : true;
}

function findInObject(value: Record<string, unknown>, schema: JsonSchema, look: Look): Misfit {
  const properties = isSchemaObject(schema.properties) ? schema.properties : {};
  const patterns = partsIn(schema.patternProperties);
  const others = schema.additionalProperties;
  const ofEntry = ([name, entry]: [string, unknown]): Misfit => {
    const isNamed = Object.hasOwn(properties, name);
    const alike = patterns.filter(([pattern]) => matches(pattern, name, look.meter)).map(([, part]) => part);
    const promised = isNamed ? [properties[name], ...alike] : alike;
    if (promised.length === 0 && others === false)
      return { path: [name], message: 'Nothing of this name is promised.' };
    const parts = promised.length === 0 && others !== undefined ? [others] : promised;
    const misfit =
      findFirst(parts, (part) => find(entry, part, look)) ?? find(name, schema.propertyNames ?? true, look);
    return within(misfit, name);
  };
  const dependent = partsIn(schema.dependentSchemas).filter(([name]) => Object.hasOwn(value, name));
  return findFirst(Object.entries(value), ofEntry) ?? findFirst(dependent, ([, part]) => find(value, part, look));
}

function findInList(list: readonly unknown[], schema: JsonSchema, look: Look): Misfit {
  // A list of schemas was how older drafts wrote what is `prefixItems` now.
  const isOlder = Array.isArray(schema.items);
  const first = listIn(isOlder ? schema.items : schema.prefixItems);
  const rest = (isOlder ? schema.additionalItems : schema.items) ?? true;
  const misfit = findFirst(list.entries(), ([at, entry]) => within(find(entry, first[at] ?? rest, look), at));
  if (misfit || schema.contains === undefined) return misfit;
  const { minContains: least = 1, maxContains: most = list.length } = schema;
  const count = list.filter((entry) => !find(entry, schema.contains, look)).length;
  if (count >= Number(least) && count <= Number(most)) return undefined;
  return { path: [], message: 'This has too few or too many entries of the kind that is promised.' };
}

function findInChoices(value: unknown, schema: JsonSchema, look: Look): Misfit {
  const fits = (part: unknown) => !find(value, part, look);
  const refuse = (message: string): Misfit => ({ path: [], message });
  const { anyOf, oneOf, not, if: when } = schema;
  if (Array.isArray(anyOf) && !anyOf.some(fits)) return refuse('This has none of the shapes that are promised.');
  if (Array.isArray(oneOf) && oneOf.filter(fits).length !== 1)
    return refuse('This does not have exactly one of the shapes that are promised.');
  if (not !== undefined && fits(not)) return refuse('This has the one shape that it must not have.');
  return when === undefined ? undefined : find(value, (fits(when) ? schema.then : schema.else) ?? true, look);
}

function find(value: unknown, schema: unknown, around: Look): Misfit {
  if (schema === false) return { path: [], message: 'Nothing is promised here.' };
  if (!isSchemaObject(schema)) return undefined;
  const look = { ...around, depth: around.depth + 1 };
  look.meter(look.depth > DEEPEST ? Number.POSITIVE_INFINITY : 1);
  const message = findOwnMisfit(value, schema, look.meter);
  if (message) return { path: [], message };
  const { $ref: reference, allOf } = schema;
  const wholes = [...(typeof reference === 'string' ? [resolve(reference, look.root)] : []), ...listIn(allOf)];
  const misfit = findFirst(wholes, (part) => find(value, part, look)) ?? findInChoices(value, schema, look);
  if (misfit) return misfit;
  if (Array.isArray(value)) return findInList(value, schema, look);
  return isPlain(value) ? findInObject(value as Record<string, unknown>, schema, look) : undefined;
}

/**
 * The first place where a value is not what a schema promises, and why. Formats are notes, as JSON Schema has it. What
 * would take too long to look at is taken as it is: an author can only harm a promise of their own.
 */
export function findMisfit(value: unknown, root: JsonSchema): Misfit {
  let left = MOST_STEPS;
  const meter = (steps: number) => {
    left -= steps;
    if (left < 0) throw TOO_MUCH;
  };
  try {
    return find(value, root, { root, meter, depth: 0 });
  } catch (error) {
    if (error === TOO_MUCH) return undefined;
    throw error;
  }
}
