import { z } from 'zod';
import { InvalidInput } from '#platform/errors.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { findUnstorable } from '#platform/storable.ts';
import { IDENTITY_WORDS } from './tool-content.ts';

const DEEPEST = 40;

/** What has no fixed shape is announced as text, since models refuse open objects; who sends the value itself may. */
const json = (what: string) =>
  z
    .preprocess((given) => (typeof given === 'object' ? JSON.stringify(given) : given), z.string().max(200_000))
    .nullish()
    .describe(`${what}, as JSON text.`);
const emptiable = (what: string) => json(`${what}; null: none`);

/** Flat, for MCP clients see no fields of a union. The names are those of createTool and updateTool. */
export const manageToolsInput = z.object({
  action: z.enum(['create', 'update', 'delete', 'list', 'get']).describe('What to do.'),
  slug: z.string().max(64).nullish().describe('The tool. For all actions but list. Cannot be changed later.'),
  version: z
    .number()
    .int()
    .nullish()
    .describe('The version that get answered; a stale one is refused. Update needs it, delete takes it.'),
  name: z.string().nullish().describe('Name for people.'),
  description: z.string().nullish().describe('When to use the tool, for people and models.'),
  category: z.string().nullish().describe('Its shelf in the library. With list: only this shelf.'),
  icon: z.string().nullish().describe('Name of a Lucide icon, such as cloud-sun.'),
  fields: json('List of field definitions { name, label, type, required, … }: what the tool takes'),
  inputSchema: json('JSON Schema of what the tool takes, in place of fields'),
  outputSchema: emptiable('JSON Schema of what the tool answers'),
  executionSpec: json('How the tool works, such as { "kind": "http", "url": "https://api.example.com" }'),
  outputSections: emptiable('List of sections { key, label, type } in which the answer is shown'),
  inputExamples: emptiable('List of examples { label, input }'),
  denyOptions: emptiable('List of refusals { label, reason } that approvers can choose by name'),
  sensitiveFields: emptiable('List of names of inputs and outputs that are hidden in histories'),
  display: emptiable('Component that shows its calls, as { "customUI": "name" }'),
  permissionPolicy: z.enum(['auto', 'always_ask']).nullish().describe('Whether calls by machines wait for approval.'),
  requiredPermission: z.string().nullish().describe('The permission it takes to use the tool. Empty text: none.'),
  executionType: z.enum(['gateway', 'external', 'space', 'internal']).nullish().describe('Where it works.'),
  visibility: z.enum(['visible', 'hidden', 'result-only']).nullish().describe('What a space shows of a call.'),
  enabled: z.boolean().nullish().describe('Whether it is switched on. Left out at create: yes.'),
  acknowledgeImpact: z.boolean().nullish().describe('Go on although something relies on what goes away.'),
  search: z.string().max(200).nullish().describe('With list: words in slug, name, description or category.'),
});

export type ManageToolsInput = z.output<typeof manageToolsInput>;
type Action = ManageToolsInput['action'];

/** What travels as text. */
export const JSON_WORDS = [
  'fields',
  'inputSchema',
  'outputSchema',
  'executionSpec',
  'outputSections',
  'inputExamples',
  'display',
  'denyOptions',
  'sensitiveFields',
] as const;

export type JsonWord = (typeof JSON_WORDS)[number];

export const PLAIN_WORDS = [...IDENTITY_WORDS, 'executionType', 'visibility'] as const;

const REQUIRED: Record<Action, readonly (keyof ManageToolsInput)[]> = {
  create: ['slug', 'name', 'description', 'category', 'icon', 'fields', 'executionSpec'],
  update: ['slug', 'version'],
  delete: ['slug'],
  get: ['slug'],
  list: [],
};

/** What the schema of a flat input cannot say. Answers the first field that the action lacks. */
export function assertActionFields(input: ManageToolsInput): { error: string } | null {
  const isGiven = (name: keyof ManageToolsInput) =>
    (input[name] ?? '') !== '' || (name === 'fields' && (input.inputSchema ?? '') !== '');
  const missing = REQUIRED[input.action].find((name) => !isGiven(name));
  return missing ? { error: `manageTools.${input.action} requires '${missing}'` } : null;
}

function parse(word: JsonWord, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw InvalidInput.of(word, `${word} is no JSON text.`);
  }
}

/** What hid in a text is held to the same as what comes as a value. */
function read(word: JsonWord, text: string): unknown {
  const value = parse(word, text);
  if (nestsDeeperThan(value, DEEPEST)) throw InvalidInput.of(word, `At most ${DEEPEST} levels within each other.`);
  const problem = findUnstorable(value, [word]);
  if (problem) throw new InvalidInput([problem]);
  return value;
}

/** The words of a draft that were given. To models null is what they leave out, so they empty by a text. */
export function toDraft(input: ManageToolsInput): Record<string, unknown> {
  const texts = JSON_WORDS.filter((word) => typeof input[word] === 'string');
  const words = PLAIN_WORDS.filter((word) => input[word] !== undefined && input[word] !== null);
  return Object.fromEntries([
    ...words.map((word) => [word, word === 'requiredPermission' && input[word] === '' ? null : input[word]]),
    ...texts.map((word) => [word, read(word, input[word]!)]),
  ]);
}
