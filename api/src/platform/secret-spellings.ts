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

/** As an address has it, which leaves some signs as they are where `encodeURIComponent` does not. */
function inAddress(value: string): string[] {
  const url = new URL('http://x/');
  Object.assign(url, { pathname: value, search: value, hash: value });
  return [url.pathname, url.search, url.hash].map((part) => part.slice(1));
}

/** How a value may come back: as it is, or as texts, addresses, pages and headers write it. */
export function spellingsOf(value: string): string[] {
  if (value.length < SHORTEST_ENCODED) return [value];
  const percent = encodeURIComponent(value.toWellFormed());
  const strict = percent.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const inJson = JSON.stringify(value).slice(1, -1);
  return [
    value,
    value.trim(),
    value.trim().replace(/\s+/g, ' '),
    ...[percent, strict, ...inAddress(value)]
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
