import { describe, expect, it } from 'vitest';
import { hasHidden, withoutHidden } from './hidden-values.ts';

describe('hidden values', () => {
  const input = { user: 'olive', password: '••••', accounts: [{ iban: '••••', bank: 'North' }] };

  it('are found at any depth', () => {
    expect(hasHidden({ accounts: input.accounts })).toBe(true);
    expect(hasHidden({ user: 'olive', note: 'say •••• to them' })).toBe(false);
    expect(hasHidden(null)).toBe(false);
  });

  it('are left out of what goes back into a form', () => {
    expect(withoutHidden(input)).toEqual({ user: 'olive', accounts: [{ bank: 'North' }] });
  });
});
