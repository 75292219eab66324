import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { isOneHole } from '#toolkit/fill-template.ts';
import { runnerKindOf } from '#toolkit/resolved-tool.ts';
import { surveyExpression } from '#toolkit/survey-expression.ts';
import type { ExecutionSpec, SpecKind } from './execution-spec.ts';
import {
  misspeltSecretsIn,
  type Reference,
  referencesIn,
  secretReferencesIn,
  unclosedIn,
} from './execution-spec-references.ts';
import { findRequestProblems } from './execution-spec-request.ts';
import { findStepProblems, type StepShelf } from './execution-spec-steps.ts';

export type SpecSurroundings = StepShelf & {
  /** The tool that the spec belongs to. */
  slug: string;
  fields: readonly FieldDefinition[];
};

/** Only these send something out, to hosts that each secret is bound to. Elsewhere a value would end up in histories. */
export const MAY_USE_SECRETS = new Set<SpecKind>(['http', 'webhook']);
const IN_REQUESTS_ONLY = 'Secrets can be used in requests only: kinds http and webhook.';
const writeInstead = (right: string, written: string) => `Write \${${right}} for a secret, not ${written}.`;

/** How secrets are written elsewhere, and what to write here. */
const SECRET_WORDS = new Map([
  ['secret', 'secret'],
  ['secrets', 'secret'],
  ['env', 'env'],
]);

function findInputProblem(steps: readonly string[], fields: readonly FieldDefinition[]): string | undefined {
  const [name, ...rest] = steps;
  if (name === undefined) return undefined;
  const field = fields.find((each) => each.name === name);
  if (!field) return `There is no input ${name}.`;
  return field.type === 'object' ? findInputProblem(rest, field.fields ?? []) : undefined;
}

/** Steps see what earlier ones gave; the output sees them all. */
function findStepReferenceProblem(spec: ExecutionSpec, { path, steps }: Reference): string | undefined {
  if (spec.kind !== 'composition') return 'Only compositions have steps.';
  const [, id, word] = steps;
  const earlier = path[0] === 'steps' ? spec.steps.slice(0, Number(path[1])) : spec.steps;
  if (word !== 'output') return `Write {{steps.${id ?? 'id'}.output}}, or a field of it.`;
  if (earlier.some((step) => step.id === id)) return undefined;
  return spec.steps.some((step) => step.id === id)
    ? `The step ${id} has not run yet at this point.`
    : `There is no step ${id}.`;
}

function findReferenceProblem(spec: ExecutionSpec, fields: readonly FieldDefinition[], reference: Reference) {
  const [root, ...rest] = reference.steps;
  if (reference.steps.some((step) => step === '')) return `${reference.written} names nothing.`;
  if (root === 'input') return findInputProblem(rest, fields);
  if (root === 'steps') return findStepReferenceProblem(spec, reference);
  const source = SECRET_WORDS.get(root ?? '');
  if (source && rest.length > 0 && fields.every(({ name }) => name !== root)) {
    if (!MAY_USE_SECRETS.has(spec.kind)) return IN_REQUESTS_ONLY;
    return writeInstead(`${source}.${rest.join('.')}`, reference.written);
  }
  if (spec.kind === 'prompt') return findInputProblem(reference.steps, fields);
  return `Write {{input.…}}${spec.kind === 'composition' ? ' or {{steps.….output.…}}' : ''}, not ${reference.written}.`;
}

/** What the shape of a spec cannot say: whether all it refers to is there, and whether it may go where it wants to. */
export function validateExecutionSpec(spec: ExecutionSpec, surroundings: SpecSurroundings): FieldError[] {
  const { slug, fields } = surroundings;
  const problems = findRequestProblems(spec);
  if (spec.kind === 'composition') problems.push(...findStepProblems(spec, slug, surroundings));
  for (const reference of referencesIn(spec)) {
    const message = findReferenceProblem(spec, fields, reference);
    if (message) problems.push({ path: ['executionSpec', ...reference.path], message });
  }
  for (const { path, written, key } of misspeltSecretsIn(spec)) {
    const message = MAY_USE_SECRETS.has(spec.kind) ? writeInstead(`secret.${key}`, written) : IN_REQUESTS_ONLY;
    problems.push({ path: ['executionSpec', ...path], message });
  }
  for (const { path, written, isKey } of secretReferencesIn(spec)) {
    const at = ['executionSpec', ...path];
    if (!MAY_USE_SECRETS.has(spec.kind)) {
      problems.push({ path: at, message: IN_REQUESTS_ONLY });
    } else if (!isKey) problems.push({ path: at, message: `${written} does not name a secret.` });
  }
  const isTold = (path: string[]) => problems.some((problem) => isDeepStrictEqual(problem.path, path));
  // A calculation that cannot be read is told as such.
  for (const { path, written } of spec.kind === 'compute' ? [] : unclosedIn(spec)) {
    const at = ['executionSpec', ...path];
    const end = written.startsWith('$') ? '}' : '}}';
    if (!isTold(at)) problems.push({ path: at, message: `${written} is not closed. End it with ${end}.` });
  }
  return problems;
}

/** Whether a calculation can be read and knows what it names. One that is a single hole is given when it runs. */
export async function findExpressionProblems(
  spec: ExecutionSpec,
  fields: readonly FieldDefinition[],
): Promise<FieldError[]> {
  if (spec.kind !== 'compute' || isOneHole(spec.expression)) return [];
  const { problem, inputs } = await surveyExpression(spec.expression);
  const messages = problem ? [problem] : inputs.flatMap((steps) => findInputProblem(steps, fields) ?? []);
  return [...new Set(messages)].map((message) => ({ path: ['executionSpec', 'expression'], message }));
}

/** A kind that nothing here can run may be drafted, not switched on. */
export function findRunnerProblem(spec: ExecutionSpec, enabled: boolean, runnable: ReadonlySet<string>): FieldError[] {
  const kind = runnerKindOf(spec);
  if (!enabled || runnable.has(kind)) return [];
  const message = `Nothing here can run tools of the kind ${kind} yet. Switch the tool off to save it as a draft.`;
  return [{ path: ['executionSpec', 'kind'], message }];
}
