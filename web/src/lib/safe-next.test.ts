import { describe, expect, it } from 'vitest';
import { safeNext, signInPath } from './safe-next.ts';

const origin = 'https://crib.example';

describe('where signing in leads', () => {
  it.each([
    ['/t/demo/settings/members?tab=1#top', '/t/demo/settings/members?tab=1#top'],
    ['/invite/abc', '/invite/abc'],
    ['/', '/'],
  ])('keeps the page %s of this site', (next, expected) => {
    expect(safeNext(next, origin)).toBe(expected);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '\\\\evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    'evil.example',
    '/.//evil.example/..//..//evil.example',
    '',
    null,
    undefined,
  ])('never leaves this site for %j', (next) => {
    const target = safeNext(next, origin);
    expect(target).toMatch(/^\/(?!\/)/);
    expect(new URL(target, origin).origin).toBe(origin);
  });

  it('does not lead back to the sign-in page', () => {
    expect(safeNext('/sign-in?next=/sign-in', origin)).toBe('/');
  });

  it('remembers the page one came from, and nothing when it is the start page', () => {
    expect(signInPath('/t/demo?x=1')).toBe('/sign-in?next=%2Ft%2Fdemo%3Fx%3D1');
    expect(signInPath('/', 'access-ended')).toBe('/sign-in?error=access-ended');
    expect(signInPath('/')).toBe('/sign-in');
  });
});
