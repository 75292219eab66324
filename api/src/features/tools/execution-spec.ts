import { z } from 'zod';
import type { FieldError } from '#platform/errors.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { toFieldErrors } from '#platform/to-field-errors.ts';
import { plainWords } from '#toolkit/plain-words.ts';
import type { AnyExecutionSpec, ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ExecutionType, ToolVisibility } from '#toolkit/tool-definition.ts';
import { defaultVisibilityOf, findContradiction } from '#toolkit/tool-placement.ts';

export const MOST_STEPS = 20;
const MOST_HEADERS = 50;
const LARGEST_SPEC = 200_000;
const DEEPEST_SPEC = 40;

const template = z.string('Write a text.').max(20_000, 'At most 20,000 characters.');
const filled = (message: string) => template.refine((text) => text.trim() !== '', message);
const slug = z.string('Give a slug.').regex(/^[A-Za-z][A-Za-z0-9_:-]{0,63}$/, 'This is not a slug.');
const headers = z
  .record(
    z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'This is not the name of a header.'),
    z.string('A header is a text.').max(4_000, 'At most 4,000 characters.'),
  )
  .refine((given) => Object.keys(given).length <= MOST_HEADERS, `At most ${MOST_HEADERS} headers.`)
  .optional();
const time = z.int('A time is a whole number of milliseconds.').min(100, 'At least 100 milliseconds.');
const timeout = time.max(300_000, 'At most 300,000 milliseconds.').optional();
/** Of one request to another service (P23). */
const requestTimeout = time.max(30_000, 'A request may take at most 30,000 milliseconds.').optional();
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
const method = z.enum(METHODS, `The method is one of ${METHODS.join(', ')}.`);
const name = z.string().trim().min(1, 'Fill this in.').max(200, 'At most 200 characters.');
const values = z.record(z.string().max(64, 'At most 64 characters.'), z.json());

const step = z.strictObject({
  id: z
    .string('Give the step an id.')
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, 'A step id has letters, digits and underscores.'),
  toolSlug: slug,
  inputMap: values.default({}),
});

const prompt = z.discriminatedUnion(
  'mode',
  [
    z.strictObject({
      kind: z.literal('prompt'),
      mode: z.literal('direct'),
      prompt_template: filled('Write the prompt.'),
      model: name.optional(),
    }),
    z.strictObject({
      kind: z.literal('prompt'),
      mode: z.literal('skill'),
      skill: z.string('Name the skill.').trim().min(1, 'Name the skill.').max(200, 'At most 200 characters.'),
      agentSlug: slug.optional(),
      prompt_template: template.optional(),
    }),
    z.strictObject({
      kind: z.literal('prompt'),
      mode: z.literal('agent'),
      agentSlug: slug,
      prompt_template: template.optional(),
    }),
  ],
  'The mode is one of direct, skill, agent.',
);

export const SPEC_KINDS = [
  'static',
  'http',
  'webhook',
  'compute',
  'composition',
  'prompt',
  'task',
  'subAgent',
  'image',
  'client',
];

/** How a tool that is not code does its work. Kinds without a runner yet can be drafted, not switched on. */
export const executionSpecShape = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('static'), output: z.json() }),
    z.strictObject({
      kind: z.literal('http'),
      url: filled('Give an address.'),
      method: method.default('GET'),
      headers,
      body: z.json().optional(),
      timeout: requestTimeout,
    }),
    z.strictObject({
      kind: z.literal('webhook'),
      webhookUrl: filled('Give an address.'),
      method: method.default('POST'),
      headers,
      timeout: requestTimeout,
    }),
    z.strictObject({
      kind: z.literal('compute'),
      operation: z.literal('evaluate', 'The operation is evaluate.'),
      expression: z
        .string('Write an expression.')
        .trim()
        .min(1, 'Write an expression.')
        .max(4_000, 'At most 4,000 characters.'),
    }),
    z.strictObject({
      kind: z.literal('composition'),
      steps: z.array(step).min(1, 'A composition needs a step.').max(MOST_STEPS, `At most ${MOST_STEPS} steps.`),
      output: values.optional(),
    }),
    prompt,
    z.strictObject({
      kind: z.literal('task'),
      title: filled('Give the task a title.'),
      description: template.optional(),
      assignee: name.optional(),
      wait: z.boolean().default(false),
    }),
    z.strictObject({
      kind: z.literal('subAgent'),
      agentConfig: z.record(z.string(), z.json()),
      includeContext: z.boolean().default(false),
      timeout,
    }),
    z.strictObject({
      kind: z.literal('image'),
      provider: name,
      model: name,
      size: name.optional(),
      quality: name.optional(),
    }),
    z.strictObject({ kind: z.literal('client'), display: z.strictObject({ customUI: name }) }),
  ],
  `The kind is one of ${SPEC_KINDS.join(', ')}.`,
);

export type ExecutionSpec = z.output<typeof executionSpecShape>;
export type SpecKind = ExecutionSpec['kind'];
type Client = Extract<ExecutionSpec, { kind: 'client' }>;
export type Composition = Extract<ExecutionSpec, { kind: 'composition' }>;

/** The spec with its defaults filled in, or what is wrong with its shape and where. */
export function parseExecutionSpec(given: unknown): { spec: ExecutionSpec } | { problems: FieldError[] } {
  const refuse = (message: string) => ({ problems: [{ path: ['executionSpec'], message }] });
  if (nestsDeeperThan(given, DEEPEST_SPEC)) return refuse(`At most ${DEEPEST_SPEC} levels within each other.`);
  const parsed = executionSpecShape.safeParse(given, { error: plainWords });
  if (!parsed.success) return { problems: toFieldErrors(parsed.error.issues, ['executionSpec']) };
  if (JSON.stringify(parsed.data).length > LARGEST_SPEC) return refuse(`At most ${LARGEST_SPEC} characters in all.`);
  return { spec: parsed.data };
}

const ALLOWED_TYPES: Record<SpecKind, readonly [ExecutionType, ...ExecutionType[]]> = {
  http: ['gateway', 'internal'],
  subAgent: ['gateway', 'internal'],
  image: ['gateway', 'internal'],
  compute: ['gateway', 'internal'],
  prompt: ['gateway', 'internal'],
  task: ['gateway', 'internal'],
  composition: ['gateway', 'internal'],
  webhook: ['external'],
  client: ['space'],
  static: ['internal'],
};

export function executionTypesOf(kind: SpecKind): readonly [ExecutionType, ...ExecutionType[]] {
  return ALLOWED_TYPES[kind];
}

/** The component that a spec itself names: where people answer a call, the call is shown. */
export function displayIn(spec: AnyExecutionSpec | null): ResolvedTool['display'] {
  return spec?.kind === 'client' ? (spec as Client).display : null;
}

type Placement = { executionType: ExecutionType; visibility: ToolVisibility };

/** Where a tool runs and what of it is seen: as given, or by default for its kind. */
export function placeExecution(
  kind: SpecKind,
  given: { [Word in keyof Placement]?: Placement[Word] | null },
): Placement & { problems: FieldError[] } {
  const types = executionTypesOf(kind);
  const executionType = given.executionType ?? types[0];
  const visibility = given.visibility ?? defaultVisibilityOf(executionType);
  const problems: FieldError[] = [];
  if (!types.includes(executionType)) {
    problems.push({ path: ['executionType'], message: `A tool of the kind ${kind} is ${types.join(' or ')}.` });
  }
  const contradiction = findContradiction(executionType, visibility);
  if (contradiction) problems.push({ path: ['visibility'], message: contradiction });
  return { executionType, visibility, problems };
}
