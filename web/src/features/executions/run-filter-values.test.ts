import { describe, expect, it } from 'vitest';
import { readRunFilters, toRunFilter, writeRunFilters } from './run-filter-values.ts';

const read = (search: string) => readRunFilters(new URLSearchParams(search));
const now = Date.parse('2026-03-01T12:00:00Z');

describe('the filters of the runs', () => {
  it('go into the address and come back the same', () => {
    const values = read('tool=acme%3Aweather&status=error&source=agent&since=day&session=abc');
    expect(values).toEqual({ tool: 'acme:weather', status: 'ERROR', source: 'AGENT', since: 'day', session: 'abc' });
    expect(readRunFilters(writeRunFilters(values))).toEqual(values);
  });

  it('leave out what the address misspells', () => {
    const values = read('tool=&status=lost&source=constructor&since=toString');
    expect(Object.values(values)).toEqual([null, null, null, null, null]);
    expect(writeRunFilters(values).toString()).toBe('');
    expect(toRunFilter(values, now)).toBeNull();
  });

  it('ask the server for what is chosen', () => {
    expect(toRunFilter(read('tool=sum&status=success&source=web&since=hour'), now)).toEqual({
      toolSlug: 'sum',
      status: 'SUCCESS',
      source: 'WEB',
      since: '2026-03-01T11:00:00.000Z',
    });
  });

  it('show all of a session, with steps and trials', () => {
    expect(toRunFilter(read('session=abc'), now)).toEqual({ sessionId: 'abc', includeSteps: true, includeTests: true });
  });
});
