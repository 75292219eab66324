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
