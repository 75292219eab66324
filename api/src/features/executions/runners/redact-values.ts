import { spellingsOf } from '#platform/secret-spellings.ts';

const toPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export type Redaction = {
  text(given: string): string;
  value(given: unknown): unknown;
  /** How much of a text must be seen together, so that no secret is cut in two. */
  longest: number;
};

/** Takes these secrets, by key, out of whatever is told to others: `[secret KEY]` stands where a value was. */
export function createValueRedaction(secrets: ReadonlyMap<string, string>): Redaction {
  const keys = new Map<string, string>();
  for (const [key, value] of secrets) {
    for (const spelling of spellingsOf(value)) if (spelling && !keys.has(spelling)) keys.set(spelling, key);
  }
  if (keys.size === 0) return { text: (given) => given, value: (given) => given, longest: 0 };
  const longestFirst = [...keys.keys()].sort((a, b) => b.length - a.length);
  const anySecret = new RegExp(longestFirst.map(toPattern).join('|'), 'g');
  const text = (given: string) => given.replace(anySecret, (found) => `[secret ${keys.get(found)}]`);
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
  return { text, value, longest: longestFirst[0]!.length };
}
