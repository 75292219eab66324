/** Shorter ones are too common among encoded texts to tell anything. */
const SHORTEST_ENCODED = 4;
const SHORTEST_BASE64 = 8;

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Base64 looks different depending on what stands before: three ways, each without the signs that its neighbours share. */
function base64Of(value: string): string[] {
  const bytes = Buffer.from(value);
  const ways = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const shared = (before + bytes.length) % 3 === 0 ? 0 : 1;
    return text.slice(before === 0 ? 0 : before + 1, text.length - shared);
  });
  return ways
    .filter((way) => way.length >= SHORTEST_BASE64)
    .flatMap((way) => [way, way.replace(/\+/g, '-').replace(/\//g, '_')]);
}

const inLowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (part) => part.toLowerCase());
const inAscii = (text: string) =>
  text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** How a value may come back: as it is, or as texts, addresses, pages and headers write it. */
function spellingsOf(value: string): string[] {
  if (value.length < SHORTEST_ENCODED) return [value];
  const percent = encodeURIComponent(value.toWellFormed());
  const strict = percent.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const inJson = JSON.stringify(value).slice(1, -1);
  return [
    value,
    value.trim(),
    ...[percent, strict]
      .flatMap((text) => [text, text.replaceAll('%20', '+')])
      .flatMap((text) => [text, inLowerHex(text)]),
    inJson,
    inAscii(inJson),
    inJson.replaceAll('/', '\\/'),
    JSON.stringify(inJson).slice(1, -1),
    value.replace(/[&<>"']/g, (sign) => HTML[sign]!),
    Buffer.from(value).toString('hex'),
    ...base64Of(value),
  ];
}

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
