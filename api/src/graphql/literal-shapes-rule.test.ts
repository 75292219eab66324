import { buildSchema, parse, specifiedRules, ValuesOfCorrectTypeRule, validate } from 'graphql';
import { expect, it } from 'vitest';
import { LiteralShapesRule } from './literal-shapes-rule.ts';

const SCHEMA = buildSchema(`
  enum Size { S L }
  input Part { label: String!, count: Int }
  input MakeInput { slug: String!, size: Size, tags: [String!], parts: [Part!], free: Boolean = true }
  type Query { find(first: Int, ids: [ID!]): Int }
  type Mutation { make(input: MakeInput!): Int }
`);
const RULES = specifiedRules.map((rule) => (rule === ValuesOfCorrectTypeRule ? LiteralShapesRule : rule));
const fieldsOf = (query: string) =>
  validate(SCHEMA, parse(query), RULES).flatMap(({ extensions }) =>
    (extensions.fields as { path: string[]; message: string }[]).map(({ path, message }) => [path.join('.'), message]),
  );
const make = (input: string) => fieldsOf(`mutation { make(input: ${input}) }`);

it.each<[string, string, [string, string][]]>([
  ['nothing', '{ slug: "a", size: L, tags: ["x"], parts: [{ label: "b", count: 1 }] }', []],
  ['a number for a text', '{ slug: 5 }', [['slug', 'A value of type String is needed here.']]],
  ['a text for an enum', '{ slug: "a", size: "S" }', [['size', 'A value of type Size is needed here.']]],
  ['an option that is none', '{ slug: "a", size: M }', [['size', 'A value of type Size is needed here.']]],
  ['null', '{ slug: null }', [['slug', 'This is required.']]],
  ['nothing given', '{}', [['slug', 'This is required.']]],
  ['a field too many', '{ slug: "a", colour: 1 }', [['colour', 'There is no such field.']]],
  ['an entry of a list', '{ slug: "a", tags: ["x", 5] }', [['tags.1', 'A value of type String is needed here.']]],
  ['within an entry', '{ slug: "a", parts: [{ label: "b" }, { count: 1 }] }', [['parts.1.label', 'This is required.']]],
  ['a value for an object', '"a"', [['input', 'An object is needed here.']]],
  ['an object for a value', '{ slug: { a: 1 } }', [['slug', 'A value of type String is needed here.']]],
  [
    'several things',
    '{ slug: 5, tags: [1], free: "no" }',
    [
      ['slug', 'A value of type String is needed here.'],
      ['tags.0', 'A value of type String is needed here.'],
      ['free', 'A value of type Boolean is needed here.'],
    ],
  ],
])('in an input: %s', (_case, input, fields) => {
  expect(make(input)).toEqual(fields);
});

it('names arguments of queries as they are written', () => {
  expect(fieldsOf('{ a: find(first: 1.5) b: find(first: 1, ids: [true]) }')).toEqual([
    ['first', 'A value of type Int is needed here.'],
    ['ids.0', 'A value of type ID is needed here.'],
  ]);
});

it('looks at defaults of variables, and leaves variables themselves to those who know their values', () => {
  expect(fieldsOf('query ($n: Int = "a") { find(first: $n) }')).toEqual([['n', 'A value of type Int is needed here.']]);
  expect(fieldsOf('mutation ($s: String!) { make(input: { slug: $s }) }')).toEqual([]);
});

it('does not repeat what was written', () => {
  const [error] = validate(SCHEMA, parse(`{ find(first: "${'x'.repeat(10_000)}") }`), RULES);
  expect(error?.message).toBe('first: A value of type Int is needed here.');
});
