import { describe, expect, it } from 'vitest';
import {
  fitsEventFilter,
  noEventFilters,
  readEventFilters,
  toToolEventFilter,
  writeEventFilters,
} from './event-filter-values.ts';
import { anEvent } from './sessions-test-kit.tsx';

describe('the filters of events', () => {
  it('survive the address, beside what else it has', () => {
    const groups = ['output' as const, 'approvals' as const];
    const values = { tool: 'sum', source: 'agent', person: 'user-1', groups, trials: true };
    const address = writeEventFilters(new URLSearchParams('session=s&tool=old'), values);
    expect(readEventFilters(address)).toEqual(values);
    expect(address.get('session')).toBe('s');
    expect(String(writeEventFilters(address, noEventFilters))).toBe('session=s');
  });

  it('leave out what the address has wrong', () => {
    expect(readEventFilters(new URLSearchParams('source=mars&types=x,toString&trials=yes'))).toEqual(noEventFilters);
  });

  it('ask for each type once, and for nothing when nothing is chosen', () => {
    const filter = toToolEventFilter({ ...noEventFilters, groups: ['problems', 'approvals'] });
    expect(filter?.types?.filter((type) => type === 'tool.denied')).toHaveLength(1);
    expect(toToolEventFilter(noEventFilters)).toBeNull();
  });

  it.each([
    [{}, {}, true],
    [{ tool: 'sum' }, {}, true],
    [{ tool: 'other' }, {}, false],
    [{ source: 'api' }, {}, false],
    [{ person: 'user-1' }, {}, false],
    [{ groups: ['started' as const] }, {}, true],
    [{ groups: ['problems' as const] }, {}, false],
    [{}, { test: true }, false],
    [{ trials: true }, { test: true }, true],
  ])('answer as the server does: %j of %j is %j', (filters, event, fits) => {
    expect(fitsEventFilter(anEvent(1, event), { ...noEventFilters, ...filters })).toBe(fits);
  });
});
