import { describe, expect, it } from 'vitest';
import { type ZodObject, z } from 'zod';
import { defineTool, isDefinedTool, requiresApproval } from './define-tool.ts';
import { toInputSchema } from './json-schema.ts';
import { findStrictProblems, stripNulls } from './strict-mode.ts';
import type { ToolAuthoring } from './tool-definition.ts';

const sample = (input: ZodObject, changes: Partial<ToolAuthoring<ZodObject, z.ZodString, unknown>> = {}) =>
  defineTool({
    slug: 'sample',
    name: 'Sample',
    description: 'A sample.',
    category: 'test',
    icon: 'flask',
    origin: 'custom',
    input,
    output: z.string(),
    execute: () => 'done',
    ...changes,
  });

const rulesBrokenBy = (input: ZodObject) =>
  findStrictProblems('sample', toInputSchema(sample(input).input)).map(({ rule, path }) => `${rule} ${path.join('.')}`);

describe('strict mode', () => {
  it('finds nothing in a tool that keeps every rule', () => {
    const input = z.object({
      url: z.string(),
      limit: z.number().nullish(),
      order: z.enum(['up', 'down']).nullable(),
      page: z.number().default(1),
      labels: z.record(z.string(), z.string()),
      people: z.array(z.object({ name: z.string(), age: z.number().nullish() })),
    });
    expect(rulesBrokenBy(input)).toEqual([]);
  });

  it.each([
    ['STR-01 properties.link', z.object({ link: z.url() })],
    ['STR-02 properties.note', z.object({ note: z.string().optional() })],
    ['STR-02 properties.in.properties.note', z.object({ in: z.object({ note: z.string().optional() }) })],
    ['STR-02 properties.rows.items.properties.a', z.object({ rows: z.array(z.object({ a: z.number().optional() })) })],
    ['STR-02 properties.kind', z.object({ kind: z.enum(['a', 'b']).optional() })],
    ['STR-03 properties.bag', z.object({ bag: z.record(z.string(), z.unknown()) })],
    ['STR-06 properties.bag', z.object({ bag: z.looseObject({ a: z.string() }) })],
    ['STR-06 properties.bag', z.object({ bag: z.object({ a: z.string() }).catchall(z.any()) })],
    ['STR-07 ', z.object({})],
    ['GEN-06 properties.in.properties.spaceId', z.object({ in: z.object({ spaceId: z.string() }) })],
    ['GEN-06 properties.in.properties.targetSpaceId', z.object({ in: z.object({ targetSpaceId: z.string() }) })],
  ])('finds %s', (expected, input) => {
    expect(rulesBrokenBy(input)).toEqual([expected]);
  });

  it.each([
    ['a choice', { anyOf: [{ type: 'object', properties: {} }] }],
    ['a text', { type: 'string' }],
    ['an object without properties', { type: 'object' }],
  ])('finds STR-05 where the top is %s', (_case, schema) => {
    expect(findStrictProblems('sample', schema)).toEqual([expect.objectContaining({ rule: 'STR-05', path: [] })]);
  });

  it('lets tools that are listed take nothing', () => {
    expect(findStrictProblems('getNavConfig', toInputSchema(z.object({})))).toEqual([]);
  });

  it('does not walk into a schema that is too large', () => {
    let deep: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 50_000; level += 1) deep = { type: 'array', items: deep };
    expect(findStrictProblems('sample', deep)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/deep/) }),
    ]);
  });
});

describe('defining a tool', () => {
  it.each([
    ['STR-05', () => sample(z.discriminatedUnion('a', [z.object({ a: z.literal(1) })]) as never)],
    ['DEF-02', () => sample(z.object({ a: z.string() }), { output: undefined as never })],
    ['GEN-06', () => sample(z.object({ targetSpaceId: z.string() }))],
    ['INX-02', () => sample(z.object({ a: z.string() }), { inputExamples: [{ label: 'Old.', input: { a: 1 } }] })],
  ])('fails by %s when the file is loaded', (rule, define) => {
    expect(define).toThrow(rule);
    expect(define).toThrow('Tool sample: ');
  });

  it.each(['', '1st', 'with space', 'a/b', 'x'.repeat(65)])('refuses the slug %j', (slug) => {
    expect(() => sample(z.object({ a: z.string() }), { slug })).toThrow('the slug must match');
  });

  it('refuses two output sections with one key', () => {
    const section = { key: 'a', label: 'A', type: 'table' } as const;
    const outputSections = [section, section];
    expect(() => sample(z.object({ a: z.string() }), { outputSections })).toThrow('same key');
  });

  it('fills in what most tools leave out, and freezes the result', () => {
    const tool = sample(z.object({ a: z.string() }), { inputExamples: [{ label: 'Only some fields.', input: {} }] });
    expect(tool).toMatchObject({
      permissionPolicy: 'auto',
      tenantSlugs: [],
      executionType: 'gateway',
      visibility: 'visible',
    });
    expect(Object.isFrozen(tool)).toBe(true);
    expect([isDefinedTool(tool), isDefinedTool({ ...tool }), isDefinedTool(null)]).toEqual([true, false, false]);
    expect([requiresApproval(tool), requiresApproval({ permissionPolicy: 'always_ask' })]).toEqual([false, true]);
  });
});

it('one call of a tool may need less, or more, than the tool; a hook that fails asks', () => {
  const policyFor = ({ action }: Record<string, unknown>) => {
    if (action === undefined) throw new Error('no action');
    return action === 'list' ? ('auto' as const) : ('always_ask' as const);
  };
  const tool = { permissionPolicy: 'always_ask' as const, policyFor };
  const calls = [undefined, { action: 'list' }, { action: 'delete' }, {}];
  expect(calls.map((input) => requiresApproval(tool, input))).toEqual([true, false, true, true]);
  expect(requiresApproval({ permissionPolicy: 'always_ask' }, { action: 'list' })).toBe(true);
});

it('what a model sends as null is left out, but keeps its place in a list', () => {
  const sent = { a: null, b: { c: null, d: 1 }, e: [null, { f: null, g: false }], h: '', i: 0 };
  expect(stripNulls(sent)).toEqual({ b: { d: 1 }, e: [null, { g: false }], h: '', i: 0 });
  expect([stripNulls(null), stripNulls('x')]).toEqual([null, 'x']);
});
