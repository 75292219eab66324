import type { FieldError } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import type { AnyExecutionSpec } from '#toolkit/resolved-tool.ts';
import type { Composition } from './execution-spec.ts';

export const MOST_DEPTH = 5;

/** How a tool that a step names does its work; `null` is code, `undefined` is no such tool. */
type FindSpec = (slug: string) => AnyExecutionSpec | null | undefined;
/** What a tool that a step names takes. */
type FindFields = (slug: string) => readonly FieldDefinition[];
/** The names of all it takes; nothing when it takes others too. */
type FindInputs = (slug: string) => ReadonlySet<string> | undefined;
/** The compositions that have a tool among their steps. */
type FindCallers = (slug: string) => readonly string[];

export const slugsOf = (spec: AnyExecutionSpec | null | undefined): string[] =>
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

/** The longest way from a composition that nobody calls down to this tool. Circles among others are cut off. */
function longestWayTo(slug: string, findCallers: FindCallers, known = new Map<string, string[]>()): string[] {
  const way = known.get(slug);
  if (way) return way;
  known.set(slug, []);
  const ways = findCallers(slug).map((caller) => longestWayTo(caller, findCallers, known));
  const longest = ways.reduce((a, b) => (b.length > a.length ? b : a), []);
  known.set(slug, [...longest, slug]);
  return [...longest, slug];
}

/** Inputs that no call can do without. Whether one counts that depends on another is known only when it runs. */
function findMissingInputs(given: Composition['steps'][number]['inputMap'], fields: readonly FieldDefinition[]) {
  const needed = fields.filter((field) => field.required && field.default === undefined && !field.visibleWhen);
  return needed.map(({ name }) => name).filter((name) => !Object.hasOwn(given, name) || given[name] === null);
}

export type StepShelf = {
  findSpec: FindSpec;
  findFields: FindFields;
  findInputs: FindInputs;
  findCallers: FindCallers;
};

/** Whether every step names another tool that exists, without circles or too deep, and gives it what it takes. */
export function findStepProblems(spec: Composition, home: string, shelf: StepShelf): FieldError[] {
  const ids = spec.steps.map((step) => step.id);
  const way = longestWayTo(home, shelf.findCallers);
  return spec.steps.flatMap(({ id, toolSlug, inputMap }, index) => {
    const at = (...words: string[]) => ['executionSpec', 'steps', String(index), ...words];
    const problems: FieldError[] = [];
    if (ids.indexOf(id) < index) problems.push({ path: at('id'), message: `Two steps are called ${id}.` });
    const message = findToolProblem(toolSlug, home, shelf.findSpec) ?? findDepthProblem(toolSlug, way, shelf.findSpec);
    if (message) return [...problems, { path: at('toolSlug'), message }];
    const missing = findMissingInputs(inputMap, shelf.findFields(toolSlug));
    if (missing.length > 0) {
      problems.push({
        path: at('inputMap'),
        message: `${toolSlug} needs ${missing.join(', ')}. Say where to take it from.`,
      });
    }
    const taken = shelf.findInputs(toolSlug);
    for (const name of Object.keys(inputMap).filter((given) => taken && !taken.has(given))) {
      problems.push({ path: at('inputMap', name), message: `${toolSlug} has no input ${name}. Take it out.` });
    }
    return problems;
  });
}

function findToolProblem(slug: string, home: string, findSpec: FindSpec): string | undefined {
  if (slug === home) return 'A tool cannot call itself.';
  if (findSpec(slug) === undefined) return `There is no tool ${slug}.`;
  const way = findWayBack(slug, home, findSpec);
  return way && `This goes in a circle: ${[home, ...way].join(' → ')}.`;
}

/** Counts what lies below the step and what lies above the tool: others may call it already. */
function findDepthProblem(slug: string, way: readonly string[], findSpec: FindSpec): string | undefined {
  const below = 1 + depthOf(slug, findSpec);
  if (below > MOST_DEPTH) return `Compositions may lie ${MOST_DEPTH} levels deep; with ${slug} these are more.`;
  if (below + way.length - 1 <= MOST_DEPTH) return undefined;
  return `Compositions may lie ${MOST_DEPTH} levels deep; with ${slug} ${way[0]} has more: ${[...way, slug].join(' → ')}.`;
}
