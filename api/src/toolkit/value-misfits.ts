import { isDeepStrictEqual } from 'node:util';
import { toCanonicalJson } from '#platform/canonical.ts';
import { isPlain } from '#platform/is-plain.ts';
import { nameAFew } from '#platform/name-a-few.ts';
import type { JsonSchema } from './json-schema.ts';
import { costOf, matchesPattern } from './safe-pattern.ts';

/** Takes note of work that grows with the value, and gives up when it is too much. */
export type Meter = (steps: number) => void;

const isNumber = (word: unknown): word is number => typeof word === 'number';

const EXACT = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** A number that no variable holds is kept as its digits. */
const isExact = (value: unknown): boolean =>
  typeof value === 'string' && EXACT.test(value) && (value.length > 15 || !Number.isFinite(Number(value)));

const TYPES: Record<string, { fits(value: unknown): boolean; words: string }> = {
  string: { fits: (value) => typeof value === 'string', words: 'a text' },
  number: { fits: (value) => isNumber(value) || isExact(value), words: 'a number' },
  integer: { fits: (value) => Number.isInteger(value) || isExact(value), words: 'a whole number' },
  boolean: { fits: (value) => typeof value === 'boolean', words: 'true or false' },
  object: { fits: isPlain, words: 'an object' },
  array: { fits: Array.isArray, words: 'a list' },
  null: { fits: (value) => value === null, words: 'null' },
};

function findTypeMisfit(value: unknown, { type, nullable }: JsonSchema): string | undefined {
  const types = [type].flat().flatMap((name) => TYPES[String(name)] ?? []);
  if (types.length === 0 || types.some(({ fits }) => fits(value)) || (value === null && nullable === true)) return;
  return `This must be ${types.map(({ words }) => words).join(' or ')}.`;
}

function findChoiceMisfit(value: unknown, schema: JsonSchema, meter: Meter): string | undefined {
  if ('const' in schema && !isDeepStrictEqual(value, schema.const))
    return 'This must be the one value that is promised.';
  if (!Array.isArray(schema.enum)) return;
  meter(schema.enum.length);
  if (!schema.enum.some((choice) => isDeepStrictEqual(value, choice)))
    return 'This is none of the values that are promised.';
}

/** Steps of the engine are small ones. */
export function matches(pattern: string, text: string, meter: Meter): boolean {
  meter(costOf(pattern, text) / 10);
  return matchesPattern(pattern, text);
}

/** What a count has to be between, and the words for it. */
function findCountMisfit(count: () => number, least: unknown, most: unknown, noun: string): string | undefined {
  if (isNumber(least) && count() < least) return `This must have at least ${least} ${noun}.`;
  if (isNumber(most) && count() > most) return `This must have at most ${most} ${noun}.`;
}

function findTextMisfit(text: string, schema: JsonSchema, meter: Meter): string | undefined {
  const { pattern, minLength, maxLength } = schema;
  const misfit = findCountMisfit(() => [...text].length, minLength, maxLength, 'characters');
  if (misfit || typeof pattern !== 'string') return misfit;
  return matches(pattern, text, meter) ? undefined : `This must match the pattern ${pattern}.`;
}

function findNumberMisfit(value: number, schema: JsonSchema): string | undefined {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: unit } = schema;
  if (isNumber(minimum) && value < minimum) return `This must be at least ${minimum}.`;
  if (isNumber(maximum) && value > maximum) return `This must be at most ${maximum}.`;
  if (isNumber(above) && value <= above) return `This must be more than ${above}.`;
  if (isNumber(below) && value >= below) return `This must be less than ${below}.`;
  // 0.3 is three times 0.1 to everybody but the machine.
  const isMultiple = !isNumber(unit) || unit <= 0 || Math.abs(value / unit - Math.round(value / unit)) < 1e-9;
  return isMultiple ? undefined : `This must be a multiple of ${unit}.`;
}

function findListMisfit(list: readonly unknown[], schema: JsonSchema, meter: Meter): string | undefined {
  const { minItems, maxItems, uniqueItems } = schema;
  const misfit = findCountMisfit(() => list.length, minItems, maxItems, 'entries');
  if (misfit || uniqueItems !== true) return misfit;
  const texts = list.map(toCanonicalJson);
  meter(texts.reduce((sum, text) => sum + text.length, 0) / 10);
  return new Set(texts).size === list.length ? undefined : 'This must not have an entry twice.';
}

function findObjectMisfit(value: object, schema: JsonSchema): string | undefined {
  const { required, minProperties, maxProperties, dependentRequired } = schema;
  const has = (name: unknown) => typeof name !== 'string' || Object.hasOwn(value, name);
  const others = Object.entries(isPlain(dependentRequired) ? dependentRequired : {}).filter(([name]) => has(name));
  const needed = [required, ...others.map(([, names]) => names)].filter(Array.isArray).flat();
  const missing = needed.filter((name) => !has(name));
  if (missing.length > 0) return `This must have ${nameAFew(missing)}.`;
  return findCountMisfit(() => Object.keys(value).length, minProperties, maxProperties, 'fields');
}

/** Why a value by itself is not what a schema promises; what lies within it is looked at apart. */
export function findOwnMisfit(value: unknown, schema: JsonSchema, meter: Meter): string | undefined {
  const misfit = findTypeMisfit(value, schema) ?? findChoiceMisfit(value, schema, meter);
  if (misfit) return misfit;
  if (typeof value === 'string') return findTextMisfit(value, schema, meter);
  if (typeof value === 'number') return findNumberMisfit(value, schema);
  if (Array.isArray(value)) return findListMisfit(value, schema, meter);
  return isPlain(value) ? findObjectMisfit(value, schema) : undefined;
}
