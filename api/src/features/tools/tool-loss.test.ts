import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { findBrokenSteps } from './broken-steps.ts';
import { findLoss, overlap } from './tool-loss.ts';

const field = (name: string, type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  label: name,
  type,
  required: false,
  ...more,
});
const options = (...values: string[]) => ({ options: values.map((value) => ({ value, label: value })) });
const promise = (fields: FieldDefinition[], outputSchema: Record<string, unknown> | null = null) => ({
  slug: 'base',
  category: 'test',
  fields,
  outputSchema,
  outputSections: [],
});
const messagesOf = (before: FieldDefinition[], after: FieldDefinition[]) =>
  findLoss(promise(before), promise(after)).inputs.map(({ message }) => message.replace('the input ', ''));

const name = field('name', 'text');
const customer = (...fields: FieldDefinition[]) => field('customer', 'object', { fields });
const people = (...fields: FieldDefinition[]) =>
  field('people', 'array', { items: field('item', 'object', { fields }) });
const listOf = (type: FieldDefinition['type']) => field('tags', 'array', { items: field('item', type) });

describe('an input is lost', () => {
  it.each<[string, FieldDefinition, FieldDefinition | null, string]>([
    ['when it goes', name, null, 'name is gone'],
    ['when it holds something else', name, field('name', 'number'), 'name is now number, not text'],
    ['with an option', field('s', 'enum', options('a', 'b')), field('s', 'enum', options('b')), 's no longer takes a'],
    ['with a higher bound', field('n', 'number', { min: 1 }), field('n', 'number', { min: 2 }), 'takes at least 2 now'],
    ['with a new bound', name, { ...name, max: 5 }, 'name takes at most 5 characters now'],
    ['with fewer entries', listOf('text'), { ...listOf('text'), max: 2 }, 'tags takes at most 2 entries now'],
    ['with fractions', field('n', 'number'), field('n', 'number', { integer: true }), 'n takes whole numbers only now'],
    ['with a pattern', name, { ...name, pattern: '^a' }, 'name has to fit another pattern now'],
    ['with the time of a day', field('d', 'date'), field('d', 'date', { variant: 'datetime' }), 'd is now datetime'],
    [
      'when one becomes many',
      field('r', 'relation'),
      field('r', 'relation', { variant: 'multi-picker' }),
      'r is now a list of relation, not relation',
    ],
    ['when it is needed now', name, { ...name, required: true }, 'name is needed now'],
    ['inside another', customer(name), customer(), 'customer.name is gone'],
    ['by a need inside another', customer(), customer({ ...name, required: true }), 'customer.name is needed now'],
    ['in each entry of a list', listOf('text'), listOf('number'), 'tags[] is now number, not text'],
    ['inside each entry of a list', people(name), people({ ...name, max: 9 }), 'people[].name takes at most 9'],
    ['however deep', customer(people(name)), customer(people()), 'customer.people[].name is gone'],
  ])('%s', (_case, before, after, message) => {
    expect(messagesOf([before], after ? [after] : [])).toEqual([expect.stringContaining(message)]);
  });

  it.each<[string, FieldDefinition, FieldDefinition]>([
    ['another label', name, { ...name, label: 'Other' }],
    ['an option more', field('s', 'enum', options('a')), field('s', 'enum', options('a', 'b'))],
    ['wider bounds', field('n', 'number', { min: 2, max: 3 }), field('n', 'number', { min: 1 })],
    ['no pattern', { ...name, pattern: '^a' }, name],
    ['no need any more', { ...name, required: true }, name],
    ['a need with a default', name, { ...name, required: true, default: 'x' }],
    ['an optional field inside', customer(name), customer(name, field('age', 'number'))],
    ['another way to show it', name, { ...name, variant: 'multiline' }],
  ])('but not by %s', (_case, before, after) => {
    expect(messagesOf([before], [after])).toEqual([]);
  });
});

describe('an output is lost', () => {
  const text = { type: 'string' };
  const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  const list = (items: object) => ({ type: 'array', items });
  const messages = (before: object, after: object) =>
    findLoss(promise([], object({ a: before })), promise([], object({ a: after }))).outputs.map((each) => each.message);

  it.each<[string, object, object, string]>([
    ['by another type', text, { type: 'number' }, 'the output a has another type'],
    ['by null', text, { type: ['string', 'null'] }, 'the output a may be null now'],
    ['inside another', object({ b: text }), object({}), 'the output a.b is gone'],
    [
      'when it is not sure any more',
      object({ b: text }, ['b']),
      object({ b: text }),
      'the output a.b may be missing now',
    ],
    ['in each entry of a list', list(object({ b: text })), list(object({})), 'the output a[].b is gone'],
    [
      'when nothing is said of it any more',
      object({ b: text }),
      { type: 'object' },
      'the output a.b is no longer promised',
    ],
    ['with the entries of a list', list(text), { type: 'array' }, 'the output a[] is no longer promised'],
    ['by a choice between shapes', text, { anyOf: [text, { type: 'number' }] }, 'the output a has another shape'],
  ])('%s', (_case, before, after, message) => {
    expect(messages(before, after)).toEqual([message]);
  });

  it('behind a reference, and references in circles end', () => {
    const tree = (leaf: object) => ({
      $defs: { node: object({ leaf, children: list({ $ref: '#/$defs/node' }) }) },
      ...object({ root: { $ref: '#/$defs/node' } }),
    });
    const { outputs } = findLoss(promise([], tree(text)), promise([], tree({ type: 'number' })));
    expect(outputs.map(({ message }) => message)).toEqual(['the output root.leaf has another type']);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['an object', object({ a: text, b: list(text) }), ['a', 'b']],
    ['a list', list(object({ a: text })), ['[]']],
    ['an object behind a reference', { $ref: '#/$defs/x', $defs: { x: object({ a: text }) } }, ['a']],
    ['a bare value', text, ['']],
    ['a choice between shapes', { anyOf: [text, object({ a: text })] }, ['']],
  ])('with the whole promise: %s', (_case, before, names) => {
    const { outputs } = findLoss(promise([], before), promise([]));
    expect(outputs.map(({ message }) => message)).toEqual(
      names.map((name) => `the output ${name} is no longer promised`.replace('  ', ' ')),
    );
  });

  it('but not by more of it, or by a tool that promised nothing', () => {
    expect(messages(object({ b: text }), object({ b: text, c: text }, ['b']))).toEqual([]);
    for (const nothing of [null, {}, { type: 'object' }])
      expect(findLoss(promise([], nothing), promise([])).outputs).toEqual([]);
  });
});

describe('a step of a composition', () => {
  const before = [field('size', 'enum', options('S', 'XL')), customer(name, field('age', 'number')), listOf('text')];
  const after = [
    field('size', 'enum', options('S')),
    customer({ ...name, required: true }, field('age', 'number', { max: 99 })),
    listOf('number'),
  ];
  const loss = findLoss(promise(before), promise(after));
  const broken = (inputMap: Record<string, never>) =>
    findBrokenSteps({ kind: 'composition', steps: [{ id: 'one', toolSlug: 'base', inputMap }] }, 'base', loss);

  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['a value that still fits', { size: 'S' }, []],
    ['a value that fits no longer', { size: 'XL' }, ['size no longer takes XL']],
    ['a value that never fitted', { size: 'M' }, []],
    ['what comes when it runs', { size: '{{input.size}}' }, ['size no longer takes XL']],
    ['an object that lacks something now', { customer: { age: 5 } }, ['customer.name is needed now']],
    ['an object with all of it', { customer: { age: 5, name: '{{input.name}}' } }, []],
    ['an object with too much', { customer: { age: 100, name: 'Ada' } }, ['customer.age takes at most 99 now']],
    [
      'an object that comes when it runs',
      { customer: '{{input.customer}}' },
      ['customer.age takes at most 99 now', 'customer.name is needed now'],
    ],
    ['an empty list', { tags: [] }, []],
    ['a list of what it takes no more', { tags: ['a'] }, ['tags[] is now number, not text']],
    ['a list that comes when it runs', { tags: ['{{input.a}}'] }, ['tags[] is now number, not text']],
  ])('that gives %s', (_case, inputMap, messages) => {
    const [sentence = ''] = broken(inputMap as Record<string, never>);
    const told = sentence
      .replace(/^Step one: |\.$/g, '')
      .split(', the input ')
      .map((each) => each.replace('the input ', ''));
    expect(told.filter(Boolean).sort()).toEqual(messages.sort());
  });
});

it.each([
  [['a'], ['a', 'b'], true],
  [['a', 'b'], ['a'], true],
  [['a', 'b'], [], true],
  [['a', '*', 'b'], ['a', '0', 'b', 'c'], true],
  [['a', '*', 'b'], ['a', 'x'], false],
  [['a'], ['b'], false],
])('what is lost at %j matters to a reader of %j: %s', (lost, read, matters) => {
  expect(overlap(lost, read)).toBe(matters);
});
