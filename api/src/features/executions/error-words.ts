import type { Redaction } from '#platform/redact-values.ts';

const LONGEST = 2_000;
export const CUT_SHORT = '… [cut off: this is the beginning of a longer message]';
export const WITHOUT_WORDS = 'The tool failed without saying why.';

/** What is to be said of a failure: never nothing. */
export const orWithoutWords = (words: unknown): string =>
  typeof words === 'string' && words.trim() !== '' ? words : WITHOUT_WORDS;

/** An answer of the older convention. */
export type Legacy = { success?: unknown; error?: unknown; message?: unknown };

/** The words of those who answer `{ success: false }`: each service has another place for them. */
export function findFailureWords({ error, message }: Legacy): string {
  const inside = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; message?: unknown };
  const places = [error, inside.message, message, inside.code];
  return places.map(orWithoutWords).find((words) => words !== WITHOUT_WORDS) ?? WITHOUT_WORDS;
}

/** As much of a message as is kept. Nothing that is to be found in it later is cut in two. */
export function cutWords(message: string, { cut, longest }: Pick<Redaction, 'cut' | 'longest'>): string {
  if (message.length <= LONGEST) return message;
  const end = cut(message.slice(0, LONGEST + longest), LONGEST);
  return message.slice(0, end).toWellFormed() + CUT_SHORT;
}
