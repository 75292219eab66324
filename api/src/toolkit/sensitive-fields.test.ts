import { describe, expect, it } from 'vitest';
import { findMasks, maskDifference, maskFields, restoreFields } from './sensitive-fields.ts';

const NAMES = ['password', 'iban'];
const stored = {
  user: 'olive',
  password: 'canary',
  accounts: [
    { bank: 'North', iban: 'N1' },
    { bank: 'South', iban: 'S1' },
  ],
  deep: { password: { any: 1 } },
};
const shown = maskFields(stored, NAMES) as typeof stored;

describe('hiding', () => {
  const value = { pin: 1, card: { pin: 2, bank: 'b' }, cards: [{ pin: 3 }, { pin: null }], debit_card: { pin: 4 } };

  it('by a name reaches every depth, and leaves nothing where nothing was', () => {
    expect(maskFields(value, ['pin'])).toEqual({
      pin: '••••',
      card: { pin: '••••', bank: 'b' },
      cards: [{ pin: '••••' }, { pin: null }],
      debit_card: { pin: '••••' },
    });
  });

  it('by a path takes what lies within, also in lists and below something else', () => {
    expect(maskFields({ input: value }, ['card.pin', 'cards.pin'])).toEqual({
      input: { ...value, card: { pin: '••••', bank: 'b' }, cards: [{ pin: '••••' }, { pin: null }] },
    });
  });

  it('takes a whole group', () => {
    expect(maskFields(value, ['cards', 'card'])).toEqual({ ...value, cards: '••••', card: '••••' });
  });
});

describe('what comes back masked', () => {
  it('means the value behind it, at any depth and of any kind', () => {
    expect(restoreFields(shown, stored, NAMES)).toEqual(stored);
  });

  it('is what was changed, where something was', () => {
    const changed = { ...shown, user: 'ada', password: 'other' };
    expect(restoreFields(changed, stored, NAMES)).toEqual({ ...stored, user: 'ada', password: 'other' });
  });

  it('knows entries of lists by what is shown of them', () => {
    const accounts = shown.accounts.toReversed();
    expect(restoreFields({ ...shown, accounts }, stored, NAMES)).toMatchObject({
      accounts: stored.accounts.toReversed(),
    });
  });

  it('stands for nothing where an entry was changed or added, which is said', () => {
    const accounts = [{ bank: 'East', iban: '••••' }, shown.accounts[1]!];
    const meant = restoreFields({ ...shown, accounts, iban: '••••' }, stored, NAMES);
    expect(findMasks(meant, NAMES)).toEqual([['accounts', '0', 'iban'], ['iban']]);
  });

  it('is known by paths as well as by names', () => {
    const paths = ['accounts.iban', 'deep.password'];
    const partly = maskFields(stored, paths);
    expect(partly).toMatchObject({ password: 'canary', accounts: shown.accounts, deep: { password: '••••' } });
    expect(restoreFields(partly, stored, paths)).toEqual(stored);
    const accounts = [{ bank: 'East', iban: '••••' }];
    expect(findMasks({ accounts, iban: '••••' }, paths)).toEqual([['accounts', '0', 'iban']]);
    const change = { path: 'accounts', before: stored.accounts, after: [] };
    expect(maskDifference(change, paths)).toEqual({ path: 'accounts', before: shown.accounts, after: [] });
  });

  it('is only a word where nothing is hidden', () => {
    const given = { user: '••••' };
    expect(restoreFields(given, stored, NAMES)).toEqual(given);
    expect(findMasks(given, NAMES)).toEqual([]);
  });
});

it('tells of a change to what is hidden only that it was made', () => {
  const hide = (path: string, before: unknown, after: unknown) => maskDifference({ path, before, after }, NAMES);
  expect(hide('deep.password.any', 1, 2)).toMatchObject({ before: '••••', after: '••••' });
  expect(hide('password', null, 'new')).toMatchObject({ before: null, after: '••••' });
  expect(hide('accounts', stored.accounts, [])).toMatchObject({ before: shown.accounts, after: [] });
  expect(hide('user', 'olive', 'ada')).toMatchObject({ before: 'olive', after: 'ada' });
});
