import { expect, it } from 'vitest';
import { describesField } from './described-fields.ts';

const schema = {
  type: 'object',
  properties: {
    card: { anyOf: [{ $ref: '#/$defs/card' }, { type: 'null' }] },
    rows: { type: 'array', items: { type: 'object', properties: { token: true } } },
    tree: { $ref: '#/$defs/tree' },
  },
  $defs: {
    card: { type: 'object', properties: { pin: { type: 'string' } } },
    tree: { type: 'object', properties: { leaf: {}, below: { $ref: '#/$defs/tree' } } },
  },
};

it.each(['card', 'pin', 'card.pin', 'rows', 'token', 'rows.token', 'tree.below.below.leaf', 'below.leaf'])(
  'a schema describes %s',
  (name) => {
    expect(describesField(schema, name)).toBe(true);
  },
);

it.each(['', 'pins', 'pin.card', 'rows.pin', 'card.below', 'items', 'rows.items.token', 'constructor'])(
  'a schema does not describe "%s"',
  (name) => {
    expect(describesField(schema, name)).toBe(false);
  },
);

it.each(['#/$defs/a%20b', '#/$defs/gone', 'https://example.com/card.json'])('a schema may lead nowhere: %s', ($ref) => {
  const lost = { properties: { card: { $ref } }, $defs: { 'a%20b': { properties: { pin: {} } } } };
  expect(describesField(lost, 'card')).toBe(true);
  expect(describesField(lost, 'card.pin')).toBe(false);
});

it('a schema is looked through in no time however often its parts refer to each other', () => {
  const levels = Array.from({ length: 40 }, (_, level) => {
    const next = { $ref: `#/$defs/l${(level + 1) % 40}` };
    return [`l${level}`, { anyOf: [next, next, next], properties: { a: next } }];
  });
  const deep = { $ref: '#/$defs/l0', $defs: Object.fromEntries(levels) };
  const begun = performance.now();
  expect(describesField(deep, Array(100).fill('a').join('.'))).toBe(true);
  expect(describesField(deep, `${Array(100).fill('a').join('.')}.b`)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
