export type JsonReading = { value: unknown } | { problem: string };

/** What the text says as JSON, or what is wrong with it. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const detail = error instanceof Error ? ` ${error.message}.` : '';
    return { problem: `This is not JSON yet.${detail}` };
  }
}

/** For texts that were checked before. */
export function parsedOr<Other>(text: string, other: Other): unknown | Other {
  const read = readJson(text);
  return 'value' in read ? read.value : other;
}

export function toJsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

/** Numbers, true, false, lists and objects are taken as such; everything else is text. `"5"` in quotes is text too. */
export function fromTyped(text: string): unknown {
  const read = readJson(text);
  return 'value' in read ? read.value : text;
}

/** The text that `fromTyped` reads as this value. */
export function toTyped(value: unknown): string {
  if (typeof value !== 'string') return value === undefined ? '' : JSON.stringify(value);
  return 'value' in readJson(value) ? JSON.stringify(value) : value;
}
