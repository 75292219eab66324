import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, requiresApproval, toExampleShape } from './define-tool.ts';
import { toInputSchema } from './json-schema.ts';
import type { ExecutionType, ToolVisibility } from './tool-definition.ts';

const dates = z.object({ from: z.string(), to: z.string() });
const inOrder = ({ from, to }: z.output<typeof dates>) => from <= to;

function define(changes: object) {
  return defineTool({
    slug: 'sample',
    name: 'Sample',
    description: 'A sample.',
    category: 'test',
    icon: 'wrench',
    origin: 'custom',
    input: dates,
    output: z.object({}),
    execute: () => ({}),
    ...changes,
  });
}

describe.each([
  ['refined', dates.refine(inOrder, { path: ['to'], error: 'It ends before it begins.' })],
  [
    'super-refined',
    dates.superRefine((given, issues) => {
      if (!inOrder(given)) issues.addIssue({ code: 'custom', path: ['to'], message: 'It ends before it begins.' });
    }),
  ],
  ['checked', dates.check(z.refine(inOrder, { path: ['to'], error: 'It ends before it begins.' }))],
])('an input that is %s as a whole', (_how, input) => {
  it('may have examples that show a part of it', () => {
    const inputExamples = [{ label: 'Only the end', input: { to: '2026-01-31' } }];
    expect(define({ input, inputExamples }).inputExamples).toEqual(inputExamples);
    expect(toExampleShape(input).safeParse({ to: '2026-01-31' }).success).toBe(true);
  });

  it('still refuses examples of other fields and values', () => {
    const stale = (example: object) => () => define({ input, inputExamples: [{ label: 'Old', input: example }] });
    expect(stale({ until: '2026-01-31' })).toThrow(/"Old" is stale/);
    expect(stale({ to: 31 })).toThrow(/"Old" is stale at to/);
  });

  it('keeps what holds for the whole', () => {
    const refusal = define({ input }).input.safeParse({ from: '2026-02-01', to: '2026-01-31' });
    expect(refusal.error?.issues).toMatchObject([{ path: ['to'], message: 'It ends before it begins.' }]);
    expect(toInputSchema(input)).toEqual(toInputSchema(dates));
  });
});

describe('where a tool works and what is seen of it', () => {
  it.each<[ExecutionType | undefined, ToolVisibility]>([
    [undefined, 'visible'],
    ['gateway', 'visible'],
    ['external', 'visible'],
    ['space', 'visible'],
    ['internal', 'hidden'],
  ])('%s is %s unless the author says otherwise', (executionType, visibility) => {
    expect(define(executionType ? { executionType } : {}).visibility).toBe(visibility);
  });

  it.each<[ExecutionType, ToolVisibility, boolean]>([
    ['gateway', 'visible', true],
    ['gateway', 'hidden', true],
    ['gateway', 'result-only', true],
    ['external', 'visible', true],
    ['external', 'hidden', true],
    ['external', 'result-only', true],
    ['space', 'visible', true],
    ['space', 'hidden', false],
    ['space', 'result-only', true],
    ['internal', 'visible', false],
    ['internal', 'hidden', true],
    ['internal', 'result-only', false],
  ])('%s and %s: %s', (executionType, visibility, goesTogether) => {
    const make = () => define({ executionType, visibility });
    if (goesTogether) expect(make()).toMatchObject({ executionType, visibility });
    else expect(make).toThrow(`Tool sample: it is ${executionType} and ${visibility}.`);
  });
});

describe('what a tool calls sensitive', () => {
  it('is something that it takes or gives, at any depth', () => {
    const output = z.object({ rows: z.array(z.object({ token: z.string().nullable() })) });
    const sensitiveFields = ['from', 'token', 'rows.token'];
    expect(define({ output, sensitiveFields }).sensitiveFields).toEqual(sensitiveFields);
  });

  it('may not be something else', () => {
    expect(() => define({ sensitiveFields: ['from', 'until'] })).toThrow('Tool sample: it calls until sensitive');
  });
});

describe('whether a call waits for approval', () => {
  const policyFor = ({ from }: { from: string }) => {
    if (from === '') throw new Error('broken');
    return from === 'now' ? ('always_ask' as const) : ('auto' as const);
  };

  it.each([
    ['the policy says so', { permissionPolicy: 'always_ask' }, undefined, true],
    ['the policy says no', {}, { from: 'now' }, false],
    ['the hook says so', { policyFor }, { from: 'now' }, true],
    ['the hook says no', { policyFor }, { from: 'later' }, false],
    ['the hook fails', { policyFor }, { from: '' }, true],
    ['the hook knows no input yet', { policyFor }, undefined, false],
  ])('%s', (_case, changes, input, waits) => {
    expect(requiresApproval(define(changes), input)).toBe(waits);
  });
});
