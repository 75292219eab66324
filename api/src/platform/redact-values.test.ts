import { describe, expect, it } from 'vitest';
import { createValueRedaction } from './redact-values.ts';

const SECRET = 's3cr&t/with "signs" + ümlaut!';
const redaction = createValueRedaction(
  new Map([
    ['KEY', SECRET],
    ['PIN', '904112'],
    ['SHORT', 'qz'],
    ['LONGER', '904112-and-more'],
  ]),
);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = JSON.stringify(SECRET).slice(1, -1);

describe('a secret is found', () => {
  it.each([
    ['as it is', SECRET],
    ['in an address', encodeURIComponent(SECRET)],
    ['in an address in lower case', encodeURIComponent(SECRET).replace(/%../g, (part) => part.toLowerCase())],
    ['in the query of an address', new URL(`http://x/?${SECRET}`).search.slice(1)],
    ['in the path of an address', new URL(`http://x/${SECRET}`).pathname.slice(1)],
    ['in a form', new URLSearchParams({ a: SECRET }).toString().slice(2)],
    ['in JSON', escaped],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ['in JSON with slashes escaped', escaped.replaceAll('/', '\\/')],
    ['in JSON of ASCII', escaped.replace('ü', '\\u00fc')],
    ['in a page', 's3cr&amp;t/with &quot;signs&quot; + ümlaut!'],
    ['in hex', Buffer.from(SECRET).toString('hex')],
  ])('%s', (_case, text) => {
    expect(redaction.text(`before ${text} after`)).toBe('before [secret KEY] after');
  });

  it.each(['', 'u', 'us', 'user:', 'a longer name:'])('in base64 after %j', (before) => {
    for (const after of ['', 'x', 'more']) {
      const text = redaction.text(base64(before + SECRET + after));
      expect(text).toContain('[secret KEY]');
      expect(Buffer.from(text.replace('[secret KEY]', ''), 'base64').toString('latin1')).not.toMatch(
        /cr&t|signs|mlaut/,
      );
    }
  });

  it('in base64 for addresses', () => {
    const value = '\u00ff\u00fe>>>???~~~';
    const text = createValueRedaction(new Map([['B', value]])).text(Buffer.from(value).toString('base64url'));
    expect(text).toContain('[secret B]');
  });
});

it('everything within a value is looked at: names, texts, numbers', () => {
  const value = { [`x ${SECRET}`]: [{ deep: `a ${SECRET}` }, 904112, 12.5, true, null], qz: 'aqzb' };
  expect(redaction.value(value)).toEqual({
    'x [secret KEY]': [{ deep: 'a [secret KEY]' }, '[secret PIN]', 12.5, true, null],
    '[secret SHORT]': 'a[secret SHORT]b',
  });
});

it('the longer of two secrets is found first', () => {
  expect(redaction.text('904112-and-more, 904112')).toBe('[secret LONGER], [secret PIN]');
});

it('what holds no secret stays as it is', () => {
  const value = { a: ['text', 1, null], b: { c: 'd' } };
  expect(redaction.value(value)).toEqual(value);
  const none = createValueRedaction(new Map());
  expect(none.value(value)).toBe(value);
  expect(none.text('text')).toBe('text');
});

it('names of JavaScript stay data', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": "904112"}}');
  expect(JSON.stringify(redaction.value(hostile))).toBe('{"__proto__":{"polluted":"[secret PIN]"}}');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});
