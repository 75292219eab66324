import type { FieldError } from '#platform/errors.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { toFieldErrors } from '#platform/to-field-errors.ts';
import { type FieldDefinition, fieldsShape } from '#toolkit/field-definition.ts';
import { findFieldProblems } from '#toolkit/field-rules.ts';
import { fieldsToJsonSchema } from '#toolkit/fields-to-json-schema.ts';
import { jsonSchemaToFields } from '#toolkit/json-schema-to-fields.ts';
import { plainWords } from '#toolkit/plain-words.ts';
import { findStrictProblems, type StrictProblem } from '#toolkit/strict-mode.ts';
import type { ExecutionType, PermissionPolicy, ToolVisibility } from '#toolkit/tool-definition.ts';
import { type ExecutionSpec, parseExecutionSpec } from './execution-spec.ts';
import { toFieldPlace } from './field-places.ts';
import { type GivenWords, parseWords } from './tool-draft-shape.ts';
import { findOutputSchemaProblems } from './tool-output-schema.ts';

/** What an author gives. What is left out stays as it is, or has a default; null empties what may be empty. */
export type ToolDraft = {
  name?: string | null;
  description?: string | null;
  category?: string | null;
  icon?: string | null;
  fields?: readonly unknown[] | null;
  inputSchema?: unknown;
  outputSchema?: unknown;
  executionSpec?: unknown;
  permissionPolicy?: PermissionPolicy | null;
  requiredPermission?: string | null;
  executionType?: ExecutionType | null;
  visibility?: ToolVisibility | null;
  outputSections?: unknown;
  inputExamples?: unknown;
  display?: unknown;
  denyOptions?: unknown;
  sensitiveFields?: unknown;
  enabled?: boolean | null;
};

const DEEPEST_FIELDS = 40;
const NEEDED = ['name', 'description', 'category', 'icon'] as const;
const WORDS = [
  ...NEEDED,
  'permissionPolicy',
  'requiredPermission',
  'enabled',
  'executionType',
  'visibility',
  'outputSections',
  'inputExamples',
  'display',
  'denyOptions',
  'sensitiveFields',
] as const;

type Reading<Value> = { value?: Value; problems: FieldError[] };

const isGiven = (value: unknown) => value !== undefined && value !== null;
const refuse = (word: string, message: string) => ({ problems: [{ path: [word], message }] });
const below = (word: string, problems: readonly { path: PropertyKey[]; message: string }[]): FieldError[] =>
  problems.map(({ path, message }) => ({ path: [word, ...path.map(String)], message }));

/** Where authors wrote it who gave fields: the schema of their fields is ours. */
function placeStrict({ rule, path }: StrictProblem, fields: readonly FieldDefinition[]): string[] {
  return [...toFieldPlace(path, fields), ...(rule === 'GEN-06' ? ['name'] : [])];
}

function checkStrict(
  fields: FieldDefinition[],
  slug: string,
  word: 'fields' | 'inputSchema',
): Reading<FieldDefinition[]> {
  const broken = findStrictProblems(slug, fieldsToJsonSchema(fields))
    // An author who lists no fields means it; only in code it could be a slip.
    .filter(({ rule }) => rule !== 'STR-07')
    .map((problem) => ({
      path: word === 'fields' ? placeStrict(problem, fields) : problem.path,
      message: `${problem.message} (${problem.rule})`,
    }));
  return broken.length > 0 ? { problems: below(word, broken) } : { value: fields, problems: [] };
}

function readInputSchema(schema: unknown, slug: string): Reading<FieldDefinition[]> {
  const { fields, problems } = jsonSchemaToFields(schema);
  return problems.length > 0 ? { problems: below('inputSchema', problems) } : checkStrict(fields, slug, 'inputSchema');
}

function readFields(given: unknown, slug: string): Reading<FieldDefinition[]> {
  if (nestsDeeperThan(given, DEEPEST_FIELDS)) return refuse('fields', 'These fields nest too deep.');
  const parsed = fieldsShape.safeParse(given, { error: plainWords });
  if (!parsed.success) return { problems: toFieldErrors(parsed.error.issues, ['fields']) };
  const problems = findFieldProblems(parsed.data);
  return problems.length > 0 ? { problems } : checkStrict(parsed.data, slug, 'fields');
}

export function readInput(
  { fields, inputSchema }: Pick<ToolDraft, 'fields' | 'inputSchema'>,
  slug: string,
): Reading<FieldDefinition[]> {
  if (isGiven(fields) && isGiven(inputSchema))
    return refuse('inputSchema', 'Give fields or an input schema, not both.');
  if (isGiven(inputSchema)) return readInputSchema(inputSchema, slug);
  return isGiven(fields) ? readFields(fields, slug) : { problems: [] };
}

function readSpec(given: unknown): Reading<ExecutionSpec> {
  if (!isGiven(given)) return { problems: [] };
  const parsed = parseExecutionSpec(given);
  return 'spec' in parsed ? { value: parsed.spec, problems: [] } : parsed;
}

function findMissing(draft: ToolDraft): FieldError[] {
  const missing: FieldError[] = NEEDED.filter((word) => !isGiven(draft[word])).map((word) => ({
    path: [word],
    message: 'Fill this in.',
  }));
  if (!isGiven(draft.fields) && !isGiven(draft.inputSchema))
    missing.push({ path: ['fields'], message: 'Give fields or an input schema.' });
  if (!isGiven(draft.executionSpec)) missing.push({ path: ['executionSpec'], message: 'Say how it does its work.' });
  return missing;
}

export type ReadDraft = {
  words: GivenWords;
  fields: FieldDefinition[] | undefined;
  spec: ExecutionSpec | undefined;
  problems: FieldError[];
};

/** Each part of a draft by itself. Whether the parts go together is looked at afterwards. */
export function readDraft(draft: ToolDraft, slug: string, isNew: boolean): ReadDraft {
  const words = parseWords(draft, WORDS);
  const input = readInput(draft, slug);
  const spec = readSpec(draft.executionSpec);
  const output = isGiven(draft.outputSchema) ? findOutputSchemaProblems(draft.outputSchema) : [];
  return {
    words: words.values,
    fields: input.value,
    spec: spec.value,
    problems: [...words.problems, ...input.problems, ...spec.problems, ...output, ...(isNew ? findMissing(draft) : [])],
  };
}
