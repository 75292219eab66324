type Source = { source?: string };

/** More digits than a number holds, or an exponent that may lead beyond all numbers. */
const EXTREME = /\d{16}|\d[eE]\+?\d{3}/;
const INTEGER = /^-?\d+$/;

/** For `JSON.parse`: what stands for a whole number with more digits than can be held, and for one beyond all numbers. */
export const keepExact =
  (instead: (digits: string) => unknown) =>
  (_key: string, value: unknown, { source }: Source = {}): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
    return INTEGER.test(source) || !Number.isFinite(value) ? instead(source) : value;
  };

/** The JSON in a text. Most have no number that could be too long or too large, and are read in the fast way. */
export function parseExactly(text: string, instead: (digits: string) => unknown): unknown {
  return EXTREME.test(text) ? JSON.parse(text, keepExact(instead)) : JSON.parse(text);
}
