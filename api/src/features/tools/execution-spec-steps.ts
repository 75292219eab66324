import type { FieldError } from '#platform/errors.ts';
import type { AnyExecutionSpec } from '#toolkit/resolved-tool.ts';
import type { Composition } from './execution-spec.ts';

export const MOST_DEPTH = 5;

/** How a tool that a step names does its work; `null` is code, `undefined` is no such tool. */
export type FindSpec = (slug: string) => AnyExecutionSpec | null | undefined;

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

/** Whether every step names another tool that exists, without going in circles or too deep. */
export function findStepProblems(spec: Composition, home: string, findSpec: FindSpec): FieldError[] {
  const ids = spec.steps.map((step) => step.id);
  return spec.steps.flatMap(({ id, toolSlug }, index) => {
    const at = (word: string) => ['executionSpec', 'steps', String(index), word];
    const problems: FieldError[] = [];
    if (ids.indexOf(id) < index) problems.push({ path: at('id'), message: `Two steps are called ${id}.` });
    const message = findToolProblem(toolSlug, home, findSpec);
    if (message) problems.push({ path: at('toolSlug'), message });
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
