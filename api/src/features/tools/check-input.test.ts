import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { checkInput } from './check-input.ts';

const ASKED = { tenantSlug: 'demo', spaceId: null, permissions: new Set<string>(), source: 'web' } as const;
const input = z.object({ a: z.number(), note: z.string().optional(), deep: z.unknown().optional() });
const CODE = makeCodeTool('code', { input });
const FIELDS: FieldDefinition[] = [
  { name: 'a', label: 'A', type: 'number', required: true },
  { name: 'note', label: 'Note', type: 'text', default: 'none' },
] as FieldDefinition[];
const AUTHORED: ResolvedTool = { ...CODE, slug: 'authored', definition: undefined, fields: FIELDS } as never;

const check = (tool: ResolvedTool, given: unknown, mostBytes = 10_000) => checkInput(tool, given, ASKED, mostBytes);

function nest(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { deeper: value };
  return value;
}

describe.each([
  ['in code', CODE],
  ['of a tenant', AUTHORED],
])('what is sent to a tool %s', (_name, tool) => {
  it.each<[string, unknown]>([
    ['a list', [1]],
    ['a text', '{"a":1}'],
    ['a number', 1],
    ['null', null],
    ['nothing', undefined],
  ])('must be an object, not %s', (_what, given) => {
    expect(check(tool, given)).toEqual({
      ok: false,
      fields: [{ path: [], message: 'The input is an object with the fields of the tool.' }],
    });
  });

  it.each<[string, unknown]>([
    ['missing', {}],
    ['of another type', { a: 'one' }],
    ['not a number', { a: Number.NaN }],
    ['null', { a: null }],
  ])('is refused at the field that is %s', (_what, given) => {
    const checked = check(tool, given);
    expect(checked).toMatchObject({ ok: false, fields: [{ path: ['a'], message: expect.stringMatching(/./) }] });
  });

  it('may leave a field out by null', () => {
    const checked = check(tool, { a: 1, note: null });
    expect(checked).toMatchObject({ ok: true, input: { a: 1 } });
    expect(checked.ok && checked.input.note).not.toBeNull();
  });

  it('is refused when it is too large, counted in bytes', () => {
    expect(check(tool, { a: 1, note: 'x'.repeat(80) }, 100)).toMatchObject({ ok: true });
    expect(check(tool, { a: 1, note: 'é'.repeat(80) }, 100)).toMatchObject({
      ok: false,
      fields: [{ path: [], message: 'The input may have 100 bytes.' }],
    });
  });

  it.each([41, 100_000])('is refused when it lies %i levels deep', (levels) => {
    expect(check(tool, nest(levels))).toMatchObject({ ok: false, fields: [{ path: [] }] });
  });

  it.each<[string, object]>([
    ['NUL', { a: 1, note: 'a\u0000b' }],
    ['NUL in a name', { a: 1, 'no\u0000te': 'x' }],
    ['half of a character', { a: 1, note: 'a\ud800' }],
    ['the other half', { a: 1, note: '\udc00b' }],
    ['NUL behind a backslash', { a: 1, note: '\\\u0000' }],
  ])('is refused with %s', (_what, given) => {
    expect(check(tool, given)).toMatchObject({
      ok: false,
      fields: [{ path: [], message: expect.stringContaining('stored') }],
    });
  });

  it.each(['\\u0000', '\\\\ud800', 'a😀b', '\u200f\u200b', '\u001b[31m'])('may hold the text %j', (note) => {
    expect(check(tool, { a: 1, note })).toMatchObject({ ok: true, input: { note } });
  });
});

it.each<[string, ResolvedTool]>([
  ['in code', makeCodeTool('strict', { input: z.strictObject({ o: z.strictObject({ x: z.number() }) }) })],
  ['of a tenant', { ...AUTHORED, fields: [{ name: 'o', label: 'O', type: 'object', fields: [FIELDS[0]!] }] } as never],
])('names each name that a tool %s does not know, at its own place', (_name, tool) => {
  const inside = tool.definition ? { x: 1 } : { a: 1 };
  const at = (...path: string[]) => ({ path, message: `There is no field ${path.at(-1)} here. Take it out.` });
  const checked = check(tool, { o: { ...inside, y: 1, z: 2 }, c: 3, d: 4 });
  expect(checked).toEqual({ ok: false, fields: [at('o', 'y'), at('o', 'z'), at('c'), at('d')] });
});

it('tells the first fifty places that are wrong, and how many more there are', () => {
  const items = { name: 'item', label: 'Item', type: 'number', required: true } as const;
  const list: FieldDefinition = { name: 'list', label: 'List', type: 'array', required: true, items };
  const wrong = (count: number) => {
    const checked = check({ ...AUTHORED, fields: [list] }, { list: Array(count).fill('x') });
    return checked.ok ? [] : checked.fields;
  };
  expect(wrong(50).at(-1)).toMatchObject({ path: ['list', '49'] });
  expect(wrong(51).slice(49)).toEqual([
    { path: ['list', '49'], message: expect.any(String) },
    { path: [], message: '1 more problem is not listed. Mend these first.' },
  ]);
  expect(wrong(1_000)).toHaveLength(51);
});

describe('names that mean something to JavaScript', () => {
  it('are data or refused, and change nothing', () => {
    const given = JSON.parse('{"a":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    for (const tool of [CODE, AUTHORED]) check(tool, given);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('a tool of a tenant', () => {
  it('fills in its defaults and refuses fields that it does not have', () => {
    expect(check(AUTHORED, { a: 1 })).toEqual({ ok: true, input: { a: 1, note: 'none' } });
    expect(check(AUTHORED, { a: 1, other: 1 })).toMatchObject({
      ok: false,
      fields: [{ message: expect.stringContaining('other') }],
    });
  });
});

describe('a tool in code that takes null for an answer', () => {
  const nullable = makeCodeTool('nullable', {
    input: z.object({ word: z.string().nullable(), more: z.string().nullish(), times: z.number().default(2) }),
  });

  it.each([{}, { word: null }, { word: null, more: null, times: null }])('is given null for %j', (given) => {
    expect(check(nullable, given)).toEqual({ ok: true, input: { word: null, times: 2 } });
  });

  it('still refuses what is wrong', () => {
    expect(check(nullable, { word: 1 })).toMatchObject({ ok: false, fields: [{ path: ['word'] }] });
  });
});

describe('a tool whose input depends on who asks', () => {
  it('is asked each time', () => {
    const inputFor: ToolDefinition['inputFor'] = ({ source }) =>
      z.object({ a: source === 'web' ? z.number() : z.string() });
    const tool = makeCodeTool('changing', { input, inputFor });
    expect(checkInput(tool, { a: 1 }, ASKED, 1_000).ok).toBe(true);
    expect(checkInput(tool, { a: 1 }, { ...ASKED, source: 'api' }, 1_000).ok).toBe(false);
  });
});
