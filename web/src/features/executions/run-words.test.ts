import { describe, expect, it } from 'vitest';
import { describeSource, formatDuration, isOver } from './run-words.ts';

describe('the words for a run', () => {
  it.each([
    [-5, '0 ms'],
    [420.4, '420 ms'],
    [3400, '3.4 s'],
    [59_949, '59.9 s'],
    [59_999, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [3_780_000, '1 h 3 min'],
  ])('say that %d milliseconds are %s', (milliseconds, words) => {
    expect(formatDuration(milliseconds)).toBe(words);
  });

  it('tell where a call came from, as exactly as is known', () => {
    expect(describeSource('WEB')).toBe('A person in the app');
    expect(describeSource('API', 'mcp')).toBe('A program, over MCP');
    expect(describeSource('API', 'something-new')).toBe('A program, something-new');
  });

  it('call a run over only when nothing more can come of it', () => {
    const statuses = ['RUNNING', 'WAITING', 'SUCCESS', 'ERROR', 'CANCELLED'] as const;
    expect(statuses.filter(isOver)).toEqual(['SUCCESS', 'ERROR', 'CANCELLED']);
  });
});
