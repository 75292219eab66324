import { describe, expect, it } from 'vitest';
import { namesOfHidden, redactionOf, valuesOf } from './hidden-values.ts';

describe('the values of hidden fields', () => {
  it('are the texts and numbers in them, however deep, that are long enough to tell something', () => {
    const input = {
      pin: 904112,
      note: 'open',
      card: { number: '4111-1111', until: ['0927', { cvc: 123 }], isOld: true },
      cards: [{ number: 'of-a-list' }, { number: 'yes' }, { number: '  1 ' }],
      number: 'elsewhere',
    };
    expect(valuesOf(input, ['pin', 'cards.number'])).toEqual(['904112', 'of-a-list']);
    expect(valuesOf(input, ['card'])).toEqual(['4111-1111', '0927']);
    expect(valuesOf(input, [])).toEqual([]);
  });

  it('are taken out of what was told, numbers too, and nothing else is', () => {
    const { value } = redactionOf(['904112', 'canary']);
    const told = { n: 904112, list: ['my canary', 904], page: 'open', none: null };
    expect(value(told)).toEqual({ n: '••••', list: ['my ••••', 904], page: 'open', none: null });
    expect(redactionOf([]).value(told)).toEqual(told);
  });

  it('are taken out whole when they are long, also where they were cut off', () => {
    const long = `begin ${'0123456789 "quoted" '.repeat(30_000)}end`;
    const { text } = redactionOf([long]);
    expect(text(`before ${long} after`)).toBe('before •••• after');
    expect(text(`before ${JSON.stringify(long)} after`)).toBe('before "••••" after');
    expect(text(`before ${long.slice(0, 300)}`)).toBe('before ••••');
  });

  it('are looked for by the hundreds; of more, nothing that was told is shown', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `canary-${at}-é`);
    expect(redactionOf(many).text(`a ${encodeURIComponent(many[999]!)} b`)).toBe('a •••• b');
    const more = redactionOf([...many, 'canary']);
    expect([more.text('open'), more.value({ open: 1 }), more.value(null)]).toEqual(['••••', '••••', null]);
  });
});

it('the names of what is hidden are where the clear and the shown differ', () => {
  const clear = { a: 'x', list: ['p', { pin: 1, note: 2 }], deep: { pin: 'q', note: 'r' }, gone: 's', same: [1, 2] };
  const shown = { a: 'x', list: ['p', { pin: '••••', note: 2 }], deep: { pin: '••••', note: 'r' }, same: [1, 2] };
  expect(namesOfHidden(clear, shown)).toEqual(['list.pin', 'deep.pin', 'gone']);
  expect(namesOfHidden(clear, { ...clear, list: '••••' })).toEqual(['list']);
  expect(namesOfHidden(clear, structuredClone(clear))).toEqual([]);
});
