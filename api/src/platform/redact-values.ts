import { spellingsOf } from './secret-spellings.ts';

/** A pattern has room for so much; of a long value the beginning is looked for, and as much taken as it is long. */
const LONGEST_HEAD = 256;
const LONGEST_PATTERN = 30_000;

const headOf = (spelling: string) => spelling.slice(0, LONGEST_HEAD);

function toPattern(spelling: string): string {
  const head = headOf(spelling).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const rest = spelling.length - LONGEST_HEAD;
  return rest > 0 ? `${head}[^]{0,${rest}}` : head;
}

function toPatterns(spellings: readonly string[]): RegExp[] {
  const patterns: string[] = [];
  for (const one of spellings.map(toPattern)) {
    const last = patterns.at(-1);
    if (last !== undefined && last.length + one.length < LONGEST_PATTERN) patterns.splice(-1, 1, `${last}|${one}`);
    else patterns.push(one);
  }
  return patterns.map((pattern) => new RegExp(pattern, 'g'));
}

export type Redaction = {
  text(given: string): string;
  value(given: unknown): unknown;
  /** How much of a text must be seen together, so that no secret is cut in two. */
  longest: number;
  /** Where a text can be cut, there or before, without cutting a secret in two. */
  cut(given: string, at: number): number;
};

const nameSecret = (key: string) => `[secret ${key}]`;

/** Takes these secrets, by key, out of whatever is told to others: `[secret KEY]` stands where a value was. */
export function createValueRedaction(secrets: ReadonlyMap<string, string>, write = nameSecret): Redaction {
  const keys = new Map<string, string>();
  const all = new Set<string>();
  for (const [key, value] of secrets) {
    for (const spelling of spellingsOf(value)) {
      if (spelling === '') continue;
      all.add(spelling);
      if (!keys.has(headOf(spelling))) keys.set(headOf(spelling), key);
    }
  }
  if (all.size === 0) return { text: (given) => given, value: (given) => given, longest: 0, cut: (_given, at) => at };
  const longestFirst = [...all].sort((a, b) => b.length - a.length);
  const patterns = toPatterns(longestFirst);
  const replace = (found: string) => write(keys.get(headOf(found))!);
  const text = (given: string) => patterns.reduce((clean, pattern) => clean.replace(pattern, replace), given);
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number' || typeof given === 'bigint') {
      const clean = text(String(given));
      return clean === String(given) ? given : clean;
    }
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, entry]) => [text(name), value(entry)]));
  };
  const cut = (given: string, at: number) => {
    const across = patterns
      .flatMap((pattern) => [...given.matchAll(pattern)])
      .filter(({ index, 0: found }) => index < at && index + found.length > at);
    return Math.min(at, ...across.map(({ index }) => index));
  };
  return { text, value, longest: longestFirst[0]!.length, cut };
}
