import { mistake } from './parse-expression.ts';

export type Value = number | string | boolean | null | Value[] | { [name: string]: Value };

const LONGEST_TEXT = 100_000;

export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text “${value.length > 30 ? `${value.slice(0, 30)}…` : value}”`;
  return typeof value === 'object' ? 'an object' : `${value}`;
}

export function toNumber(value: unknown, where: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  throw mistake(`${where} needs a number, not ${describe(value)}.`);
}

export function joinTexts(parts: readonly unknown[]): string {
  const text = parts.map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part))).join('');
  if (text.length > LONGEST_TEXT) throw mistake('The text becomes too long.');
  return text;
}

/** Lists among the arguments count as their entries. */
const numbersOf = (name: string, given: readonly Value[]): number[] => {
  const numbers = given.flat().map((value) => toNumber(value, name));
  if (numbers.length === 0) throw mistake(`${name} needs at least one number.`);
  return numbers;
};

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Half away from zero, as people round, also where the binary form of a number lies just below the half. */
function round(number: number, digits = 0): number {
  if (!Number.isInteger(digits) || digits < 0 || digits > 15) throw mistake('round takes 0 to 15 digits.');
  const shifted = Number(`${Math.abs(number)}e${digits}`);
  if (!Number.isFinite(shifted)) return number;
  return Math.sign(number) * Number(`${Math.round(shifted)}e-${digits}`);
}

/** The remainder with the sign of the divisor, so that it stays within one turn. */
export const modulo = (a: number, b: number) => a - b * Math.floor(a / b);

type Entry = { least: number; most: number; run(given: readonly Value[]): Value };

const ofNumbers = (name: string, run: (numbers: number[]) => number): Entry => ({
  least: 1,
  most: 100,
  run: (given) => run(numbersOf(name, given)),
});
const plain = (name: string, run: (...numbers: number[]) => number, least: number, most = least): Entry => ({
  least,
  most,
  run: (given) => run(...given.map((value) => toNumber(value, name))),
});

function lengthOf(value: Value | undefined): number {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  throw mistake(`length needs a text or a list, not ${describe(value)}.`);
}

export const FUNCTIONS: ReadonlyMap<string, Entry> = new Map([
  ...(['floor', 'ceil', 'abs', 'sqrt', 'cbrt', 'exp', 'sign', 'trunc', 'log10', 'log2'] as const).map(
    (name) => [name, plain(name, Math[name], 1)] as const,
  ),
  ['ln', plain('ln', Math.log, 1)],
  ['log', plain('log', (x, base) => (base === undefined ? Math.log(x) : Math.log(x) / Math.log(base)), 1, 2)],
  ['round', plain('round', round, 1, 2)],
  ['pow', plain('pow', (base, exponent) => base! ** exponent!, 2)],
  ['mod', plain('mod', modulo, 2)],
  ['min', ofNumbers('min', (numbers) => numbers.reduce((a, b) => Math.min(a, b)))],
  ['max', ofNumbers('max', (numbers) => numbers.reduce((a, b) => Math.max(a, b)))],
  ['sum', ofNumbers('sum', sumOf)],
  ['mean', ofNumbers('mean', (numbers) => sumOf(numbers) / numbers.length)],
  ['median', ofNumbers('median', medianOf)],
  ['length', { least: 1, most: 1, run: ([value]) => lengthOf(value) }],
  ['concat', { least: 1, most: 100, run: joinTexts }],
  ['lower', { least: 1, most: 1, run: ([value]) => joinTexts([value]).toLowerCase() }],
  ['upper', { least: 1, most: 1, run: ([value]) => joinTexts([value]).toUpperCase() }],
]);
