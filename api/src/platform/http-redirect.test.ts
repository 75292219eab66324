import { describe, expect, it } from 'vitest';
import { followRedirect, type Hop } from './http-redirect.ts';

const PLAIN = { accept: '*/*', 'user-agent': 'toolcrib' };
const hopOf = (more: Partial<Hop> = {}): Hop => ({
  url: new URL('https://a.example/start'),
  method: 'GET',
  headers: PLAIN,
  body: undefined,
  ...more,
});

describe('from https to http', () => {
  it.each<[string, Partial<Hop>, number]>([
    ['a credential', { headers: { ...PLAIN, authorization: 'x' } }, 302],
    ['a header of its own', { headers: { ...PLAIN, 'x-key': 'x' } }, 302],
    ['a body', { method: 'POST', body: 'x' }, 307],
  ])('%s does not go, not even to the same host', (_case, more, status) => {
    for (const location of ['http://a.example/', 'http://b.example/']) {
      const blocked = expect.objectContaining({ code: 'EGRESS_BLOCKED' });
      expect(() => followRedirect(hopOf(more), status, location, [])).toThrow(blocked);
    }
  });

  it('a plain question goes', () => {
    expect(followRedirect(hopOf(), 302, 'http://a.example/b', []).url.href).toBe('http://a.example/b');
  });
});

it.each([
  ['/b?c', 'https://a.example/b?c'],
  ['b', 'https://a.example/b'],
  ['//b.example', 'https://b.example/'],
  ['https://a.example:8443/', 'https://a.example:8443/'],
  ['/b#part', 'https://a.example/b'],
])('%s leads to %s', (location, href) => {
  expect(followRedirect(hopOf(), 301, location, []).url.href).toBe(href);
});

it('another port or scheme of a host is another origin', () => {
  const headers = { ...PLAIN, authorization: 'x' };
  const url = new URL('http://a.example/');
  for (const location of ['https://a.example/', 'http://a.example:8080/']) {
    expect(followRedirect(hopOf({ url, headers }), 302, location, []).headers).toEqual(PLAIN);
  }
  expect(followRedirect(hopOf({ url, headers }), 302, 'http://A.example:80/x', []).headers).toEqual(headers);
});

describe('a secret does not travel to another origin', () => {
  const secret = 'cAn&se"cret/42 +<é>!';
  const form = new URLSearchParams({ k: secret }).toString();
  const strict = encodeURIComponent(secret).replace('!', '%21');
  const half = [...secret].map((sign, at) => (at % 2 ? `%${sign.charCodeAt(0).toString(16)}` : sign)).join('');
  it.each([
    ['as it is, in the query', `https://b.example/?k=${secret}`],
    ['as it is, in the path', `https://b.example/${secret}`],
    ['encoded', `https://b.example/?k=${encodeURIComponent(secret)}`],
    ['encoded to the letter', `https://b.example/?k=${strict}`],
    ['encoded three times', `https://b.example/?k=${encodeURIComponent(encodeURIComponent(strict))}`],
    ['with every other sign encoded', `https://b.example/?k=${half.replace('%e9', '%c3%a9')}`],
    ['as a form writes it', `https://b.example/?${form}`],
    ['in base64', `https://b.example/?k=${encodeURIComponent(Buffer.from(`u:${secret}`).toString('base64'))}`],
    ['in hex', `https://b.example/${Buffer.from(secret).toString('hex').toUpperCase()}`],
    ['in JSON', `https://b.example/?k=${encodeURIComponent(JSON.stringify({ k: secret }))}`],
  ])('%s', (_case, location) => {
    const follow = (secrets: string[]) => followRedirect(hopOf(), 302, location, secrets);
    expect(() => follow([secret])).toThrow(expect.objectContaining({ code: 'EGRESS_BLOCKED' }));
    expect(follow(['another one']).url.hostname).toBe('b.example');
  });
});
