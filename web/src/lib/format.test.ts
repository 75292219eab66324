import { describe, expect, it } from 'vitest';
import { formatRelative, initials, plural } from './format.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('formatting', () => {
  it.each([
    ['2026-03-01T11:59:30Z', 'just now'],
    ['2026-03-01T12:00:30Z', 'in less than a minute'],
    ['2026-03-01T11:55:00Z', '5 minutes ago'],
    ['2026-03-01T15:00:00Z', 'in 3 hours'],
    ['2026-02-28T12:00:00Z', 'yesterday'],
    ['2026-03-08T12:00:00Z', 'in 7 days'],
    ['2025-12-01T12:00:00Z', '3 months ago'],
    ['2023-02-28T12:00:00Z', '3 years ago'],
  ])('says %s as "%s"', (value, expected) => {
    expect(formatRelative(value, now)).toBe(expected);
  });

  it('counts in words', () => {
    expect(plural(1, 'key')).toBe('1 key');
    expect(plural(0, 'key')).toBe('0 keys');
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
  });

  it('takes the first and last initial, also of names outside of Latin script', () => {
    expect(initials('Olive van der Owner')).toBe('OO');
    expect(initials('ada')).toBe('A');
    expect(initials('𝒳avier 李')).toBe('𝒳李');
    expect(initials('  ')).toBe('');
  });
});
