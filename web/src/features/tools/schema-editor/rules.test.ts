import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { aField } from '#ui/schema-form/form-test-kit.tsx';
import { changeType } from './change-type.ts';
import { cleanFields } from './clean-field.ts';
import { findNameProblem, freeName, toFieldName } from './field-name.ts';
import { below, describePlace, movePaths, placeProblems, reindex } from './field-problems.ts';
import { levelsOf, typesAt } from './field-types.ts';
import { findJsonError } from './find-json-error.ts';
import { indexAfterMove, moveEntry, replaceField } from './list-edits.ts';
import { addOptions, parseOptions } from './parse-options.ts';
import { presentableFields } from './presentable-fields.ts';

describe('the name of a field', () => {
  it.each([
    ['Unit price', 'unitPrice'],
    ['Größe (net)', 'grosseNet'],
    ['URL', 'url'],
    ['2nd try', '_2ndTry'],
    ['first_name', 'first_name'],
    ['数', ''],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('is made from the label %j: %j', (label, name) => expect(toFieldName(label)).toBe(name));

  it('gets a number when it is taken, or means something to every object', () => {
    expect(freeName('price', new Set(['price', 'price2']))).toBe('price3');
    expect(freeName('constructor', new Set())).toBe('constructor2');
    expect(freeName('x'.repeat(64), new Set(['x'.repeat(64)]))).toBe(`${'x'.repeat(63)}2`);
  });

  it.each([
    ['', false, undefined],
    ['price', false, undefined],
    ['price', true, 'Another field has this name'],
    ['unit price', false, 'letters, digits and underscores'],
    ['1st', false, 'do not start with a digit'],
    ['toString', false, 'Every object already has'],
  ])('%j (taken: %j) is judged as %j', (name, isTaken, problem) => {
    const said = findNameProblem(name, isTaken);
    if (problem) expect(said).toContain(problem);
    else expect(said).toBeUndefined();
  });
});

describe('another type', () => {
  const choice = aField('enum', { options: [{ value: 'a', label: 'A' }], default: 'a', description: 'Which one' });

  it('keeps what fits and names the rest', () => {
    const { field, lost } = changeType(
      aField('text', { name: 'x', min: 2, pattern: '^a', default: 'ab' }),
      'number',
      1,
    );
    expect(field).toEqual({ name: 'x', label: 'X', type: 'number', required: false });
    expect(lost).toEqual(['lower bound', 'pattern', 'default']);
  });

  it('keeps bounds, pattern and default among texts', () => {
    const before = aField('text', { name: 'x', min: 2, pattern: '^a', default: 'a@b.de' });
    expect(changeType(before, 'email', 1)).toEqual({ field: { ...before, type: 'email' }, lost: [] });
  });

  it('makes a list of what it was', () => {
    const { field, lost } = changeType(choice, 'array', 1);
    expect(field.items).toEqual({
      name: 'item',
      label: 'Item',
      type: 'enum',
      required: true,
      options: [{ value: 'a', label: 'A' }],
    });
    expect(field.description).toBe('Which one');
    expect(lost).toEqual(['default']);
  });

  it('makes no list that would nest too deep', () => {
    const group = aField('object', { fields: [aField('text')] });
    expect(changeType(group, 'array', 4)).toMatchObject({
      field: { items: { type: 'text' } },
      lost: ['fields inside'],
    });
    expect(levelsOf(changeType(group, 'array', 3).field)).toBe(3);
  });

  it('at the deepest level holds nothing inside', () => {
    expect(typesAt(4)).toContain('object');
    expect(typesAt(5)).not.toContain('object');
    expect(typesAt(5)).toHaveLength(10);
  });
});

describe('fields from the API', () => {
  it('lose what says nothing, and clean ones stay the same objects', () => {
    const clean = aField('text');
    const noisy = { ...aField('number'), default: null, options: null, integer: false, items: null };
    const nested = aField('object', { fields: [noisy] });
    const result = cleanFields([clean, noisy, nested]);
    expect(result[0]).toBe(clean);
    expect(result[1]).toEqual(aField('number'));
    expect(Object.keys(result[1]!)).not.toContain('default');
    expect(result[2]?.fields).toEqual([aField('number')]);
    expect(cleanFields(result)).toBe(result);
  });
});

describe('problems', () => {
  const fields = [
    aField('text'),
    aField('object', {
      name: 'who',
      label: 'Who',
      fields: [aField('text', { name: 'a' }), aField('text', { name: 'b' })],
    }),
    aField('array', {
      name: 'list',
      label: 'List',
      items: aField('object', { fields: [aField('url', { name: 'link', label: 'Link' })] }),
    }),
  ];

  it.each([
    [['fields', '0', 'label'], ['0', 'label'], 'Text › label'],
    [['fields', '1', 'fields', '1', 'name'], ['1', 'fields', '1', 'name'], 'Who › B › name'],
    [['fields', 'properties', 'who', 'properties', 'b'], ['1', 'fields', '1'], 'Who › B'],
    [
      ['fields', 'properties', 'list', 'items', 'properties', 'link'],
      ['2', 'items', 'fields', '0'],
      'List › entries › Link',
    ],
    [['fields'], [], ''],
  ])('at %j are found', (path, placed, words) => {
    expect(placeProblems(fields, [{ path, message: 'No.' }])).toEqual([{ path: placed, message: 'No.' }]);
    expect(describePlace(fields, placed)).toBe(words);
  });

  it('of other parts of the tool are not for this section', () => {
    expect(placeProblems(fields, [{ path: ['name'], message: 'No.' }])).toEqual([]);
  });

  it('follow entries that change places, also inside of a group', () => {
    const problems = [{ path: ['1', 'fields', '0', 'name'], message: 'No.' }];
    const inside = below(
      '1',
      below(
        'fields',
        reindex((at) => indexAfterMove(at, 0, 1)),
      ),
    );
    expect(movePaths(problems, inside)[0]?.path).toEqual(['1', 'fields', '1', 'name']);
    expect(
      movePaths(
        problems,
        reindex((at) => (at === 1 ? undefined : at)),
      ),
    ).toEqual([]);
  });

  it.each([
    [0, 3],
    [3, 0],
    [1, 2],
  ])('know where each entry is after a move from %i to %i', (from, to) => {
    const list = ['a', 'b', 'c', 'd'];
    const moved = moveEntry(list, from, to);
    expect(list.map((_, at) => moved[indexAfterMove(at, from, to)])).toEqual(list);
  });
});

describe('a renamed field', () => {
  it('takes the conditions of its neighbours along', () => {
    const waiting: FieldDefinition = aField('text', { name: 'why', visibleWhen: { field: 'kind', in: ['x'] } });
    const renamed = replaceField([aField('text', { name: 'kind' }), waiting], 0, aField('text', { name: 'sort' }));
    expect(renamed[1]?.visibleWhen).toEqual({ field: 'sort', in: ['x'] });
  });
});

describe('pasted options', () => {
  it('are lines of values, or values with labels', () => {
    expect(parseOptions('red\r\n de | Germany \n\nfr\tFrance\n')).toEqual([
      { value: 'red', label: 'red' },
      { value: 'de', label: 'Germany' },
      { value: 'fr', label: 'France' },
    ]);
  });

  it('fill empty rows and leave out values that are there', () => {
    const present = [
      { value: 'a', label: 'First' },
      { value: '', label: '' },
    ];
    expect(addOptions(present, parseOptions('a\nb\nb'))).toEqual([
      { value: 'a', label: 'First' },
      { value: 'b', label: 'b' },
    ]);
  });
});

describe('unfinished fields', () => {
  it('are shown as far as a form can show them', () => {
    const twice = [
      { value: 'a', label: '' },
      { value: 'a', label: 'Again' },
      { value: '', label: '' },
    ];
    const shown = presentableFields([aField('text', { name: '' }), aField('enum', { options: twice }), aField('enum')]);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.options).toEqual([{ value: 'a', label: 'a' }]);
  });
});

describe('broken JSON', () => {
  it.each([
    ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
    ['{"a": 1 "b": 2}', 1, 9],
    ['[1, 2, x]', 1, 8],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": 1,}', 1, 9],
    ['{"a" 1}', 1, 6],
    ['{} {}', 1, 4],
    ['', 1, 1],
    ['{\r\n"a": "open', 2, 6],
    ['{"a": 01}', 1, 7],
    ['["a\nb"]', 1, 2],
  ])('%j is found in line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonError(text)).toMatchObject({ line, column });
  });

  it.each(['{}', '[]', ' {"a": [1, -2.5e3, true, null, "\\u00e4 \\" \u007f"], "b": {}} ', '"x"', '0', '[[],[{}]]'])(
    '%s is not broken',
    (text) => {
      expect(() => JSON.parse(text)).not.toThrow();
      expect(findJsonError(text)).toBeUndefined();
    },
  );
});
