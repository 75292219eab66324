import { describe, expect, it } from 'vitest';
import { toOutputBlocks } from './to-output-blocks.ts';

const section = (key: string, type: string, config?: unknown) => ({ key, label: `The ${key}`, type, config });
const only = (output: unknown, type: string, config?: unknown, outputSchema?: unknown) =>
  toOutputBlocks({ output: { it: output, other: 1 }, outputSections: [section('it', type, config)], outputSchema })[0]!;

const schema = {
  properties: {
    it: {
      items: {
        properties: {
          unit_price: { title: 'Price', type: 'number', 'x-field': { variant: 'currency' } },
          due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        },
      },
    },
  },
};

describe('sections and view specs', () => {
  it('become the same blocks', () => {
    const output = { result: { rows: [{ a: 1 }], total: 2 } };
    const viewSpec = { blocks: [{ kind: 'table', path: 'result.rows', title: 'Rows', columns: [{ key: 'a' }] }] };
    const [fromView] = toOutputBlocks({ output, viewSpec });
    const [fromSection] = toOutputBlocks({
      output: output.result,
      outputSections: [{ key: 'rows', label: 'Rows', type: 'table', config: { columns: ['a'] } }],
    });
    expect(fromView).toEqual(fromSection);
    expect(fromView).toMatchObject({ kind: 'table', title: 'Rows', columns: [{ key: 'a', label: 'A' }] });
  });

  it('are told in the words of the output schema', () => {
    expect(only([{ unit_price: 3, due: '2026-01-01', someThing: 1 }], 'table', undefined, schema)).toMatchObject({
      columns: [
        { key: 'unit_price', label: 'Price', format: 'currency' },
        { key: 'due', label: 'Due', format: 'date' },
        { key: 'someThing', label: 'Some thing', format: undefined },
      ],
    });
  });

  it('give way: a view goes before sections, and a broken view is no view', () => {
    const output = { a: { x: 1 } };
    const outputSections = [section('a', 'summary')];
    const viewSpec = { blocks: [{ kind: 'stats', path: 'a', title: 'From the view', items: [{ key: 'x' }] }] };
    expect(toOutputBlocks({ output, outputSections, viewSpec })[0]!.title).toBe('From the view');
    for (const broken of [null, 'x', [], { blocks: 'x' }, { blocks: [null, {}] }]) {
      expect(toOutputBlocks({ output, outputSections, viewSpec: broken })[0]!.title).toBe('The a');
    }
  });

  it('leave an output without them as it is', () => {
    const whole = { id: 'output', kind: 'value', value: 'x', schema: undefined, note: undefined };
    expect(toOutputBlocks({ output: 'x' })).toEqual([whole]);
    expect(toOutputBlocks({ output: 'x', outputSections: [] })).toEqual([whole]);
  });

  it('that find nothing show the whole output and say so', () => {
    expect(toOutputBlocks({ output: ['x'], outputSections: [section('it', 'table')] })).toEqual([
      expect.objectContaining({ kind: 'value', value: ['x'], note: expect.stringContaining('another shape') }),
    ]);
  });

  it('that miss one property say which and keep the others', () => {
    const [missing, kept] = toOutputBlocks({
      output: { kept: { a: 1 } },
      outputSections: [section('gone', 'summary'), section('kept', 'summary')],
    });
    expect(missing).toMatchObject({ kind: 'value', value: undefined, note: 'The output has no “gone”.' });
    expect(kept).toMatchObject({ kind: 'stats', items: [{ key: 'a', label: 'A', value: 1 }] });
  });

  it('never read what an object inherits', () => {
    const blocks = toOutputBlocks({
      output: { a: 1 },
      outputSections: [section('a', 'constructor'), section('toString', 'summary')],
    });
    expect(blocks.map(({ note }) => note)).toEqual([
      'This part asks for a view that is not available here.',
      'The output has no “toString”.',
    ]);
  });
});

describe('a part', () => {
  it.each([
    ['table', 'text'],
    ['table', { a: 1 }],
    ['table', [1, 2]],
    ['summary', [1]],
    ['chart', 'text'],
    ['chart', []],
    ['chart', [{ a: 'x' }]],
    ['radar', { a: 'x' }],
    ['ranking', 7],
    ['ranking', [[1]]],
    ['ranking', [{ a: 1 }, 'x']],
    ['custom', { a: 1 }],
    ['unheard-of', { a: 1 }],
  ])('asked for as a %s but given %j is shown by its own shape, with a note', (type, value) => {
    expect(only(value, type)).toMatchObject({ kind: 'value', value, note: expect.stringMatching(/^This part/) });
  });

  it('that is null or a sentence needs no note', () => {
    expect(only(null, 'table').note).toBeUndefined();
    const sentence = only('All is well.', 'summary');
    expect(sentence).toMatchObject({ kind: 'value', value: 'All is well.' });
    expect(sentence.note).toBeUndefined();
  });

  it('with stray rows keeps the rows and counts the rest', () => {
    expect(only([{ a: 1 }, null, 'x'], 'table')).toMatchObject({
      kind: 'table',
      rows: [{ a: 1 }],
      note: 'Only in the JSON view: 2 entries that are not rows.',
    });
  });

  it('finds the axis and the series of a chart by itself', () => {
    const rows = [{ sales: 1, month: 'Jan', cost: 2 }];
    expect(only(rows, 'chart', { type: 'line' })).toMatchObject({
      type: 'line',
      x: { key: 'month' },
      series: [{ key: 'sales' }, { key: 'cost' }],
    });
  });

  it.each([
    [
      'plain numbers',
      [5, 6],
      [
        { label: 1, value: 5 },
        { label: 2, value: 6 },
      ],
    ],
    ['names with numbers', { a: 5 }, [{ label: 'a', value: 5 }]],
  ])('draws %s', (_case, value, rows) => {
    expect(only(value, 'chart')).toMatchObject({ kind: 'chart', type: 'bar', rows });
  });

  it('leaves series without numbers out of a chart', () => {
    expect(only([{ x: 'a', y: 1, z: 'no' }], 'chart', { x: 'x', series: ['y', 'z'] })).toMatchObject({
      series: [{ key: 'y' }],
      note: expect.stringContaining('no numbers'),
    });
  });

  it('needs three corners to be a radar', () => {
    expect(only({ a: 1, b: 2, c: 3 }, 'radar')).toMatchObject({ kind: 'chart', type: 'radar' });
    expect(only({ a: 1, b: 2 }, 'radar')).toMatchObject({ kind: 'chart', type: 'bar' });
  });

  it('ranks in the order of the tool, by its names and scores', () => {
    expect(
      only(
        [
          { rank: 1, option: 'B', score: 3 },
          { rank: 2, option: 'A', score: 9 },
        ],
        'ranking',
      ),
    ).toMatchObject({
      kind: 'ranking',
      items: [
        { label: 'B', value: 3 },
        { label: 'A', value: 9 },
      ],
    });
    expect(only({ low: 1, high: 5 }, 'ranking')).toMatchObject({ items: [{ label: 'high' }, { label: 'low' }] });
    expect(only(['x', 'y'], 'ranking')).toMatchObject({ items: [{ label: 'x' }, { label: 'y' }] });
  });
});
