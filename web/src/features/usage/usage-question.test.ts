import { describe, expect, it } from 'vitest';
import { problemOf, readUsageQuestion, toUsageVariables, writeUsageQuestion } from './usage-question.ts';

const today = '2026-11-16';
const read = (address: string) => readUsageQuestion(new URLSearchParams(address));

describe('what the usage page asks', () => {
  it.each([
    ['', '2026-10-18T00:00:00.000Z'],
    ['days=7', '2026-11-10T00:00:00.000Z'],
    ['days=90', '2026-08-19T00:00:00.000Z'],
    ['days=12', '2026-10-18T00:00:00.000Z'],
  ])('counts back whole days from today: %j', (address, since) => {
    expect(toUsageVariables(read(address), today)).toEqual({ since, until: null, toolSlug: null, source: null });
  });

  it('includes the last day of a span of its own', () => {
    const question = read('days=custom&from=2026-02-01&to=2026-02-28&tool=sum&source=api');
    expect(toUsageVariables(question, today)).toEqual({
      since: '2026-02-01T00:00:00.000Z',
      until: '2026-03-01T00:00:00.000Z',
      toolSlug: 'sum',
      source: 'API',
    });
  });

  it('ends now when the last day is today', () => {
    expect(toUsageVariables(read(`days=custom&from=2026-11-01&to=${today}`), today).until).toBeNull();
  });

  it.each(['', 'days=7&tool=sum', 'days=custom&from=2026-02-01&to=2026-02-03&source=web'])(
    'survives the address: %j',
    (address) => {
      const question = read(address);
      expect(readUsageQuestion(writeUsageQuestion(question))).toEqual(question);
    },
  );

  it('does not carry days into the address that are not shown', () => {
    expect(String(writeUsageQuestion({ ...read('days=7'), from: '2026-01-01', to: today }))).toBe('days=7');
  });

  it.each([
    ['days=custom', 'Choose the first and the last day.'],
    ['days=custom&from=yesterday&to=2026-11-01', 'Choose the first and the last day.'],
    ['days=custom&from=2026-13-01&to=2026-11-01', 'Choose the first and the last day.'],
    ['days=custom&from=2026-11-02&to=2026-11-01', 'The first day must come before the last.'],
    ['days=custom&from=2026-11-17&to=2026-11-18', 'The first day has not come yet.'],
    ['days=custom&from=2025-11-15&to=2026-11-16', 'Choose at most 366 days.'],
    ['days=custom&from=2025-11-16&to=2026-11-16', undefined],
    ['days=custom&from=2026-11-01&to=2026-11-01', undefined],
    ['days=30', undefined],
  ])('says what is wrong with the days: %j', (address, problem) => {
    expect(problemOf(read(address), today)).toBe(problem);
  });
});
