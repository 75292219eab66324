import type { FieldError } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import type { AnyExecutionSpec } from '#toolkit/resolved-tool.ts';
import type { Composition } from './execution-spec.ts';

export const MOST_DEPTH = 5;

/** How a tool that a step names does its work; `null` is code, `undefined` is no such tool. */
export type FindSpec = (slug: string) => AnyExecutionSpec | null | undefined;
/** What a tool that a step names takes. */
export type FindFields = (slug: string) => readonly FieldDefinition[];

const slugsOf = (spec: AnyExecutionSpec | null | undefined): string[] =>
  spec?.kind === 'composition' ? (spec as Composition).steps.map((step) => step.toolSlug) : [];

/** A way from this tool back to `home`, if there is one. */
function findWayBack(slug: string, home: string, findSpec: FindSpec): string[] | undefined {
  const seen = new Set<string>();
  const walk = (at: string): string[] | undefined => {
    if (at === home) return [at];
    if (seen.has(at)) return undefined;
    seen.add(at);
    for (const next of slugsOf(findSpec(at))) {
      const way = walk(next);
      if (way) return [at, ...way];
    }
    return undefined;
  };
  return walk(slug);
}

/** How many compositions lie within each other from this tool down. Circles among others are cut off. */
function depthOf(slug: string, findSpec: FindSpec, known = new Map<string, number>()): number {
  const depth = known.get(slug);
  if (depth !== undefined) return depth;
  known.set(slug, 0);
  const below = slugsOf(findSpec(slug)).map((next) => depthOf(next, findSpec, known));
  const found = below.length === 0 ? 0 : 1 + Math.max(...below);
  known.set(slug, found);
  return found;
}

/** Inputs that no call can do without. Whether one counts that depends on another is known only when it runs. */
function findMissingInputs(given: Composition['steps'][number]['inputMap'], fields: readonly FieldDefinition[]) {
  const needed = fields.filter((field) => field.required && field.default === undefined && !field.visibleWhen);
  return needed.map(({ name }) => name).filter((name) => !Object.hasOwn(given, name) || given[name] === null);
}

type Shelf = { findSpec: FindSpec; findFields: FindFields };

/** Whether every step names another tool that exists, without circles or too deep, and gives it what it needs. */
export function findStepProblems(spec: Composition, home: string, { findSpec, findFields }: Shelf): FieldError[] {
  const ids = spec.steps.map((step) => step.id);
  return spec.steps.flatMap(({ id, toolSlug, inputMap }, index) => {
    const at = (word: string) => ['executionSpec', 'steps', String(index), word];
    const problems: FieldError[] = [];
    if (ids.indexOf(id) < index) problems.push({ path: at('id'), message: `Two steps are called ${id}.` });
    const message = findToolProblem(toolSlug, home, findSpec);
    if (message) return [...problems, { path: at('toolSlug'), message }];
    const missing = findMissingInputs(inputMap, findFields(toolSlug));
    if (missing.length > 0) {
      problems.push({
        path: at('inputMap'),
        message: `${toolSlug} needs ${missing.join(', ')}. Say where to take it from.`,
      });
    }
    return problems;
  });
}

function findToolProblem(slug: string, home: string, findSpec: FindSpec): string | undefined {
  if (slug === home) return 'A tool cannot call itself.';
  if (findSpec(slug) === undefined) return `There is no tool ${slug}.`;
  const way = findWayBack(slug, home, findSpec);
  if (way) return `This goes in a circle: ${[home, ...way].join(' → ')}.`;
  if (1 + depthOf(slug, findSpec) <= MOST_DEPTH) return undefined;
  return `Compositions may lie ${MOST_DEPTH} levels deep; with ${slug} these are more.`;
}
