const SECRET_NAME = /pass(word|phrase)?$|secret|token|authorization|cookie|credential|private|^key$|apikey$|hash$/i;
const SECRET_VALUE = /\b(tc|op|inv)_[A-Za-z0-9_-]{16,}|\bBearer\s+\S+/gi;
const LONGEST_TEXT = 500;

/** What may be written down: names stay, secret values leave only their length. */
export function redact(value: unknown, name = ''): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') {
    if (SECRET_NAME.test(name)) return `[${value.length} characters]`;
    const text = value.replace(SECRET_VALUE, (secret) => `[${secret.length} characters]`);
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}… [${value.length} characters]` : text;
  }
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((entry) => redact(entry, name));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redact(entry, key)]));
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}
