import { z } from 'zod';
import { isPermission } from '#access/permissions.ts';
import type { FieldError } from '#platform/errors.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { toFieldErrors } from '#platform/to-field-errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { acceptsValue } from '#toolkit/fields-to-zod.ts';
import { plainWords } from '#toolkit/plain-words.ts';
import type { InputExample } from '#toolkit/tool-definition.ts';

const DEEPEST = 40;

const text = (most: number, empty: string) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(most, `At most ${most.toLocaleString('en')} characters.`);

const areUnlike = (names: string[]) => new Set(names).size === names.length;

const section = z.strictObject({
  key: text(64, 'Name a property of the output.'),
  label: text(120, 'Give it a heading.'),
  type: z.enum(['summary', 'table', 'chart', 'radar', 'ranking', 'custom']),
  config: z.record(z.string(), z.json()).optional(),
});

const example = z.strictObject({
  label: text(200, 'Say what it shows.'),
  input: z.record(z.string(), z.json()),
});

const denyOption = z.strictObject({
  label: text(80, 'Name the refusal in a few words.'),
  reason: text(500, 'Say what the caller is told.'),
});

/** What can be said about one word of a tool by looking at it alone. */
export const TOOL_WORDS = {
  name: text(120, 'Give it a name.'),
  description: text(4_000, 'Say when to use it: people and models read this.'),
  category: text(40, 'Give it a category.'),
  icon: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/, 'Write the name of a Lucide icon, such as calculator.'),
  permissionPolicy: z.enum(['auto', 'always_ask']),
  requiredPermission: z.string().refine(isPermission, 'There is no such permission.'),
  enabled: z.boolean(),
  executionType: z.enum(['gateway', 'external', 'space', 'internal']),
  visibility: z.enum(['visible', 'hidden', 'result-only']),
  outputSections: z
    .array(section)
    .max(20, 'At most 20 sections.')
    .refine((sections) => areUnlike(sections.map(({ key }) => key)), 'Two sections have the same key.'),
  inputExamples: z
    .array(example)
    .max(20, 'At most 20 examples.')
    .refine((examples) => areUnlike(examples.map(({ label }) => label)), 'Two examples have the same label.'),
  display: z.strictObject({ customUI: text(120, 'Name a component.') }),
  denyOptions: z
    .array(denyOption)
    .max(10, 'At most 10 deny options.')
    .refine((options) => areUnlike(options.map(({ label }) => label)), 'Two deny options have the same label.'),
  sensitiveFields: z
    .array(text(400, 'Name an input, or a property of the output.'))
    .max(200, 'At most 200 sensitive fields.')
    .refine(areUnlike, 'A name is listed twice.'),
} as const;

type Words = typeof TOOL_WORDS;
export type GivenWords = { [Word in keyof Words]?: z.output<Words[Word]> };

/** Reads what is given of these words; `undefined` and null are left to the caller, who knows what they mean. */
export function parseWords(
  given: Readonly<Record<string, unknown>>,
  words: readonly (keyof Words)[],
): { values: GivenWords; problems: FieldError[] } {
  const values: Record<string, unknown> = {};
  const problems: FieldError[] = [];
  for (const word of words) {
    const value = given[word];
    if (value === undefined || value === null) continue;
    if (nestsDeeperThan(value, DEEPEST)) {
      problems.push({ path: [word], message: `At most ${DEEPEST} levels within each other.` });
      continue;
    }
    const parsed = TOOL_WORDS[word].safeParse(value, { error: plainWords });
    if (parsed.success) values[word] = parsed.data;
    else problems.push(...toFieldErrors(parsed.error.issues, [word]));
  }
  return { values, problems };
}

/** An example shows some of the fields; those it shows must be there and take the value. */
export function findExampleProblems(
  { input }: InputExample,
  fields: readonly FieldDefinition[],
): { name: string; message: string }[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    if (!field) return [{ name, message: `There is no field ${name} here. Take it out.` }];
    return acceptsValue(field, value) ? [] : [{ name, message: `The field ${name} does not take this value.` }];
  });
}
