type Source = { source?: string };

const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** For `JSON.parse`: what stands for a whole number that has more digits than can be held, instead of a rounded one. */
export const keepExact =
  (instead: (digits: string) => unknown) =>
  (_key: string, value: unknown, { source }: Source = {}): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return source !== undefined && INTEGER.test(source) ? instead(source) : value;
  };

/** The JSON in a text. Most have no number that could be too long, and are read in the fast way. */
export function parseExactly(text: string, instead: (digits: string) => unknown): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepExact(instead)) : JSON.parse(text);
}
