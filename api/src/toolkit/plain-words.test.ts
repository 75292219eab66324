import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainWords } from './plain-words.ts';

const says = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainWords }).error?.issues.map(({ message }) => message);

it.each<[string, z.ZodType, unknown, string]>([
  ['nothing', z.string(), undefined, 'Fill this in.'],
  ['null', z.number(), null, 'Fill this in.'],
  ['no text', z.string(), 5, 'Write a text.'],
  ['no number', z.number(), '5', 'Write a number.'],
  ['a fraction', z.int(), 1.5, 'Write a whole number.'],
  ['no yes and no no', z.boolean(), 'yes', 'Choose yes or no.'],
  ['no list', z.array(z.string()), 'a', 'Give a list.'],
  ['no object', z.object({}), 'a', 'Give an object.'],
  ['a list for an object', z.record(z.string(), z.string()), [], 'Give an object.'],
  ['another thing', z.date(), 'a', 'Another kind of value is needed here.'],
  ['an empty text', z.string().min(1), '', 'Fill this in.'],
  ['a short text', z.string().min(2), 'a', 'At least 2 characters.'],
  ['a long text', z.string().max(1_000), 'a'.repeat(1_001), 'At most 1,000 characters.'],
  ['too few', z.array(z.string()).min(1), [], 'At least 1 entry.'],
  ['too many', z.array(z.string()).max(2), ['a', 'b', 'c'], 'At most 2 entries.'],
  ['a small number', z.number().min(2), 1, 'At least 2.'],
  ['a bound itself', z.number().gt(2), 2, 'More than 2.'],
  ['the other bound itself', z.number().lt(2), 2, 'Less than 2.'],
  ['no option', z.enum(['a', 'b']), 'c', 'Choose one of a, b.'],
  ['no choice', z.enum(['a', 'b']), undefined, 'Fill this in.'],
  ['another fixed value', z.literal(true), false, 'This must be true.'],
  ['no address', z.email(), 'a', 'Write an e-mail address such as ada@example.com.'],
  ['another form', z.string().regex(/a/), 'b', 'This does not have the expected form.'],
  ['odd steps', z.number().multipleOf(2), 3, 'Write a multiple of 2.'],
  ['a word too many', z.strictObject({}), { a: 1 }, 'There is no field a here. Take it out.'],
  [
    'many words too many',
    z.strictObject({}),
    Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, at])),
    'There is no field a0, a1, a2, a3, a4 and 19,995 more here. Take it out.',
  ],
  ['a wrong name', z.record(z.string().max(1), z.number()), { ab: 1 }, 'This name is not allowed here.'],
  ['no shape', z.union([z.string(), z.number()]), true, 'None of the shapes that are possible here fits.'],
])('%s', (_case, schema, value, words) => {
  expect(says(schema, value)).toEqual([words]);
});

it('leaves the word to a shape that has its own', () => {
  expect(says(z.string('Name it.'), 5)).toEqual(['Name it.']);
  expect(says(z.string().min(2, 'Longer.'), 'a')).toEqual(['Longer.']);
  expect(
    says(
      z.string().refine(() => false, 'Never.'),
      'a',
    ),
  ).toEqual(['Never.']);
});

it('does not list options without end', () => {
  const many = Array.from({ length: 21 }, (_, at) => `o${at}`);
  expect(says(z.enum(many), 'x')).toEqual(['Choose one of the options.']);
});
