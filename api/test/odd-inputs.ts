import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';

const about = { description: 'For tests.', category: 'test', icon: 'wrench', origin: 'custom' } as const;

const nest = (levels: number): z.ZodType =>
  levels === 0 ? z.string() : z.object({ within: nest(levels - 1), beside: z.string().nullish() });

const branch = z.object({
  title: z.string(),
  get branches() {
    return z.array(branch).nullish();
  },
});

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('square'), side: z.number() }),
]);

/** Every shape that no field describes, each with a value that fits and one that does not. */
export const ODD_INPUTS = {
  record: { schema: z.record(z.string(), z.number()), good: { a: 1 }, bad: { a: 'one' } },
  keyed: { schema: z.record(z.enum(['a', 'b']), z.number()), good: { a: 1, b: 2 }, bad: { a: 1, c: 2 } },
  union: { schema: z.union([z.string(), z.number()]), good: 7, bad: true },
  shapes: { schema: z.union([z.object({ a: z.string() }), z.array(z.string())]), good: ['x'], bad: 'x' },
  level: { schema: z.literal([1, 2, 3]), good: 2, bad: 4 },
  pair: { schema: z.tuple([z.string(), z.number()]), good: ['a', 1], bad: [1, 'a'] },
  headed: { schema: z.tuple([z.string()]).rest(z.number()), good: ['a', 1, 2], bad: ['a', 'b'] },
  mixed: { schema: z.array(z.union([z.string(), z.number()])), good: ['a', 1], bad: [null] },
  open: { schema: z.object({ a: z.string() }).catchall(z.number()), good: { a: 'x', b: 1 }, bad: { a: 'x', b: 'y' } },
  empty: { schema: z.enum(['', 'full']), good: '', bad: 'half' },
  anything: { schema: z.json(), good: [1, { a: 'x' }], bad: undefined },
} as const;

/** Shapes of which only a part is beyond fields, and names that fields of authors may not have. */
export const ODD_PLACES = {
  drawing: {
    schema: z.object({ title: z.string(), shape }),
    good: { title: 'x', shape: { kind: 'circle', radius: 1 } },
  },
  tree: { schema: branch, good: { title: 'x', branches: [{ title: 'y', branches: [{ title: 'z' }] }] } },
  deep: { schema: nest(7), good: JSON.parse(`${'{"within":'.repeat(7)}"x"${'}'.repeat(7)}`) },
  rows: { schema: z.array(z.object({ cells: z.record(z.string(), z.string()) })), good: [{ cells: { a: 'b' } }] },
  'first-name': { schema: z.string(), good: 'Ada' },
  'home.town': { schema: z.string(), good: 'London' },
  constructor: { schema: z.number(), good: 1 },
} as const;

const everything = { ...ODD_INPUTS, ...ODD_PLACES };

export const GOOD_INPUT = Object.fromEntries(Object.entries(everything).map(([name, { good }]) => [name, good]));

/** Takes all of them, and answers with what came. */
export const oddTool = defineTool({
  ...about,
  slug: 'odd-inputs',
  name: 'Odd inputs',
  input: z.object(Object.fromEntries(Object.entries(everything).map(([name, { schema }]) => [name, schema]))),
  output: z.object({ came: z.json() }),
  execute: (input) => ({ came: input as z.input<ReturnType<typeof z.json>> }),
});
