// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindSecrets } from './bind-secrets.ts';
import { fillHeaders, fillUrl, hostOf } from './fill-request.ts';

const secret = (key: string) => `${key}/&?`;
const scopeOf = (input: Record<string, unknown>) => ({ input });

describe('an address', () => {
  const fill = (template: string, x: unknown) => fillUrl(template, scopeOf({ x }), secret);

  it.each<[unknown, string]>([
    ['plain', 'plain'],
    ['a/b', 'a%2Fb'],
    ['../../admin', '..%2F..%2Fadmin'],
    ['?a=b&c#d', '%3Fa%3Db%26c%23d'],
    ['@evil.example', '%40evil.example'],
    ['a\r\nHost: x', 'a%0D%0AHost%3A%20x'],
    ['%2e%2e', '%252e%252e'],
    ['\\evil', '%5Cevil'],
    ['ü\ud800', '%C3%BC%EF%BF%BD'],
    [5, '5'],
    [false, 'false'],
    [{ a: 1 }, '%7B%22a%22%3A1%7D'],
  ])('takes %j as one part of its path and one value of its query', (value, written) => {
    const url = fill('https://a.example/items/{{input.x}}/end?q={{input.x}}&z=1', value);
    expect(url).toBe(`https://a.example/items/${written}/end?q=${written}&z=1`);
    const { host, pathname, searchParams, hash } = new URL(url);
    expect([host, pathname.split('/').length, [...searchParams.keys()], hash]).toEqual([
      'a.example',
      4,
      ['q', 'z'],
      '',
    ]);
  });

  it.each(['.', '..', '', undefined, null])('refuses %j as a part of its path', (value) => {
    const failure = expect.objectContaining({ code: 'INVALID_INPUT' });
    expect(() => fill('https://a.example/items/{{input.x}}/end', value)).toThrow(failure);
  });

  it('takes any text whatever as one part', () => {
    const isOnePart = (text: string) => {
      if (['', '.', '..'].includes(text)) return;
      const { origin, pathname, searchParams, hash } = new URL(
        fill('https://a.example/x/{{input.x}}/y?q={{input.x}}', text),
      );
      expect([origin, hash, [...searchParams]]).toEqual(['https://a.example', '', [['q', text.toWellFormed()]]]);
      expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'x', text.toWellFormed(), 'y']);
    };
    assert(property(string({ unit: 'binary' }), isOnePart));
    assert(property(string({ unit: 'grapheme-ascii' }), isOnePart), { numRuns: 500 });
  });

  it('refuses parts that become dots together', () => {
    const failure = expect.objectContaining({ code: 'INVALID_INPUT' });
    expect(() => fill('https://a.example/{{input.x}}{{input.x}}/end', '.')).toThrow(failure);
    expect(() => fill('https://a.example/.{{input.x}}', '.')).toThrow(failure);
    expect(() => fill('https://a.example/%2e{{input.x}}', '.')).toThrow(failure);
  });

  it('may have empty values in its query', () => {
    expect(fill('https://a.example?q={{input.x}}&k=${secret.K}', undefined)).toBe('https://a.example?q=&k=K%2F%26%3F');
  });

  it.each([
    'https://{{input.x}}/',
    'https://a.{{input.x}}.example',
    'https://${secret.K}/',
    '{{input.x}}',
    'ftp://a',
    '',
  ])('has a fixed host, unlike %s', (template) => {
    expect(() => hostOf(template)).toThrow(expect.objectContaining({ code: 'EGRESS_BLOCKED' }));
  });

  it('tells its host without the port', () => {
    expect(hostOf(' https://API.example.:8443/x?y')).toBe('api.example');
  });
});

describe('headers', () => {
  const fill = (x: unknown) =>
    fillHeaders({ 'X-Value': 'v {{input.x}}', Authorization: 'Bearer ${secret.K}' }, scopeOf({ x }), secret);

  it('are filled in', () => {
    expect(fill('é')).toEqual({ 'x-value': 'v é', authorization: 'Bearer K/&?' });
  });

  it.each(['a\r\nb: c', 'a\nb', 'a\u0000', 'a\u007f', '日本', '\u010a'])('refuse %j', (value) => {
    expect(() => fill(value)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });
});

describe('a secret', () => {
  const secrets = new Map([['KEY', { value: 'v', hosts: ['api.example.com', '*.svc.example'], version: 1 }]]);

  it.each(['api.example.com', 'API.example.com', 'a.svc.example', 'a.b.svc.example'])('goes to %s', (host) => {
    expect(bindSecrets(secrets, new Map(), host)('KEY', 'secret')).toBe('v');
  });

  it.each(['example.com', 'svc.example', 'evil-svc.example', 'api.example.com.evil.example', 'xapi.example.com'])(
    'does not go to %s, and the message says so',
    (host) => {
      const failure = { code: 'EGRESS_BLOCKED', message: expect.stringContaining(`KEY may not be sent to ${host}`) };
      expect(() => bindSecrets(secrets, new Map(), host)('KEY', 'secret')).toThrow(expect.objectContaining(failure));
    },
  );

  it('of the environment goes where the operator says, and only when it is written as such', () => {
    const offered = new Map([
      ['KEY', { value: 'bound', hosts: ['*.svc.example'] }],
      ['FREE', { value: 'free', hosts: [] }],
    ]);
    const of = (host: string) => bindSecrets(secrets, offered, host);
    expect(of('a.svc.example')('KEY', 'env')).toBe('bound');
    expect(of('a.svc.example')('KEY', 'secret')).toBe('v');
    expect(of('anywhere.example')('FREE', 'env')).toBe('free');
    const failure = { code: 'EGRESS_BLOCKED', message: 'The operator does not let KEY be sent to api.example.com.' };
    expect(() => of('api.example.com')('KEY', 'env')).toThrow(expect.objectContaining(failure));
    expect(() => of('api.example.com')('FREE', 'secret')).toThrow(expect.objectContaining({ code: 'MISCONFIGURED' }));
  });

  it('that is not set is named', () => {
    const failure = { code: 'MISCONFIGURED', message: expect.stringContaining('GONE') };
    expect(() => bindSecrets(secrets, new Map(), 'api.example.com')('GONE', 'secret')).toThrow(
      expect.objectContaining(failure),
    );
  });
});
