import { describe, expect, it } from 'vitest';
import { arrangeFields } from './arrange-fields.ts';
import { readFormLayout } from './form-layout.ts';
import { aField } from './form-test-kit.tsx';

const fields = [aField('text', { name: 'a' }), aField('number', { name: 'b' }), aField('date', { name: 'c' })];
const names = (groups: ReturnType<typeof arrangeFields>) => groups.map((group) => group.fields.map(({ name }) => name));

describe('the layout of a form', () => {
  it('puts fields in its own order, with those it forgets at the end', () => {
    const layout = readFormLayout({ groups: [{ fields: ['c'] }, { fields: ['a'] }] });
    expect(names(arrangeFields(fields, layout))).toEqual([['c'], ['a'], ['b']]);
  });

  it('leaves out fields that the form does not have, and groups without any', () => {
    const layout = readFormLayout({ groups: [{ fields: ['gone'] }, { fields: ['b', 'constructor'] }] });
    expect(names(arrangeFields(fields, layout))).toEqual([['b'], ['a', 'c']]);
  });

  it('changes words and looks, never what a value means', () => {
    const layout = readFormLayout({
      groups: [{ fields: ['a', 'b', 'c'] }],
      fields: {
        a: { label: 'Alpha', description: 'First.', placeholder: 'x', variant: 'multiline' },
        b: { variant: 'no such' },
        c: { variant: 'datetime' },
      },
    });
    const [a, b, c] = arrangeFields(fields, layout)[0]!.fields;
    expect(a).toMatchObject({ label: 'Alpha', description: 'First.', placeholder: 'x', variant: 'multiline' });
    expect(b).not.toHaveProperty('variant');
    expect(c).not.toHaveProperty('variant');
  });

  it.each([
    ['nothing', null],
    ['a spec without groups', { groups: [] }],
    ['a word of another release', { groups: [{ fields: ['a'] }], pages: 2 }],
    ['a field that stands in two groups', { groups: [{ fields: ['a'] }, { fields: ['a'] }] }],
    ['too many columns', { groups: [{ fields: ['a'], columns: 9 }] }],
    ['a text', 'groups'],
  ])('is none when it is %s', (_what, spec) => {
    expect(readFormLayout(spec)).toBeUndefined();
    expect(names(arrangeFields(fields, readFormLayout(spec)))).toEqual([['a', 'b', 'c']]);
  });
});
