import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode, visit } from 'graphql';
import { InvalidInput, LimitExceeded } from '#platform/errors.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { findUnstorable, isStorable, UNSTORABLE } from '#platform/storable.ts';

export type QueryLimits = {
  tokens: number;
  depth: number;
  aliases: number;
  directives: number;
};

const INTROSPECTION = new Set(['__schema', '__type']);

/** How deep the fields nest. Introspection is exempt: tools need it, and it reads no data. */
function depthOf(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, number>();

  function ofFragment(name: string): number {
    const depth = known.get(name);
    if (depth !== undefined) return depth;
    known.set(name, 0); // a cycle counts once; validation refuses it afterwards
    const fragment = fragments.get(name);
    const found = fragment ? ofSelections(fragment.selectionSet) : 0;
    known.set(name, found);
    return found;
  }

  function ofSelections(set: SelectionSetNode): number {
    let deepest = 0;
    for (const selection of set.selections) {
      let depth = 0;
      if (selection.kind === Kind.FRAGMENT_SPREAD) depth = ofFragment(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) depth = ofSelections(selection.selectionSet);
      else if (!INTROSPECTION.has(selection.name.value)) {
        depth = 1 + (selection.selectionSet ? ofSelections(selection.selectionSet) : 0);
      }
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  return Math.max(
    0,
    ...document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? ofSelections(definition.selectionSet) : 0,
    ),
  );
}

/** Refuses a document by its shape alone, before anything is validated or run. */
export function checkDocument(document: DocumentNode, limits: QueryLimits): void {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field(field) {
      if (field.alias) aliases += 1;
    },
    Directive() {
      directives += 1;
    },
    StringValue(node) {
      if (!isStorable(node.value)) throw InvalidInput.of('query', `A text in the query ${UNSTORABLE}`);
    },
  });
  if (aliases > limits.aliases) {
    throw new LimitExceeded('TOO_MANY_ALIASES', `This query has ${aliases} aliases; ${limits.aliases} are allowed.`);
  }
  if (directives > limits.directives) {
    throw new LimitExceeded(
      'TOO_MANY_DIRECTIVES',
      `This query has ${directives} directives; ${limits.directives} are allowed.`,
    );
  }
  const depth = depthOf(document);
  if (depth > limits.depth) {
    throw new LimitExceeded('QUERY_TOO_DEEP', `This query is ${depth} levels deep; ${limits.depth} are allowed.`);
  }
}

const VARIABLE_DEPTH = 100;

/** A place as callers write it: the one argument of a mutation goes without saying. */
export function withinInput(path: string[]): string[] {
  return path[0] === 'input' && path.length > 1 ? path.slice(1) : path;
}

/** Refuses variables that cannot be stored as they are or that only an attack would send. */
export function checkVariables(variables: Record<string, unknown>): void {
  if (nestsDeeperThan(variables, VARIABLE_DEPTH)) {
    throw new LimitExceeded('VARIABLES_TOO_DEEP', `Variables may nest ${VARIABLE_DEPTH} levels deep.`);
  }
  const problem = findUnstorable(variables);
  if (problem) throw new InvalidInput([{ ...problem, path: withinInput(problem.path) }]);
}
