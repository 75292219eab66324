import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { findScope, type Viewer } from '#access/viewer.ts';
import { mapStream } from '#platform/map-stream.ts';

/**
 * For fields whose answer depends on nothing but their row, the tenant and the rights of the caller: never on who asks,
 * nor, at the root of a subscription, on its arguments. Where all fields of a subscription are marked so, one execution
 * of an event serves all who may have the same.
 */
export const SAME_FOR_TENANT = { extensions: { sameForTenant: true } } as const;

/** What of an operation decides its answer to an event. */
type Shape = { id: number; variables: readonly string[] };

let shapes = 0;

/** Nothing where a field may answer differently to different callers. */
function shapeOf(schema: GraphQLSchema, document: DocumentNode): Shape | null {
  const operations = document.definitions.filter((part) => part.kind === Kind.OPERATION_DEFINITION);
  const [root, ...others] = (operations[0] as OperationDefinitionNode).selectionSet.selections;
  if (operations.length !== 1 || others.length > 0 || root?.kind !== Kind.FIELD) return null;
  const types = new TypeInfo(schema);
  const variables = new Set<string>();
  let isSame = true;
  const note = (node: object) =>
    visit(node as never, { Variable: ({ name }) => void variables.add(name.value), VariableDefinition: () => false });
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(field) {
        if (field.name.value !== '__typename' && types.getFieldDef()?.extensions.sameForTenant !== true) isSame = false;
        if (field !== root) for (const argument of field.arguments ?? []) note(argument);
      },
      Directive: (directive) => void note(directive),
    }),
  );
  if (!isSame) return null;
  shapes += 1;
  return { id: shapes, variables: [...variables].sort() };
}

function createShapes() {
  const known = new WeakMap<DocumentNode, Shape | null>();
  return (schema: GraphQLSchema, document: DocumentNode): Shape | null => {
    const before = known.get(document);
    if (before !== undefined) return before;
    const shape = shapeOf(schema, document);
    known.set(document, shape);
    return shape;
  };
}

/** Equal only for operations and callers whose answers are equal. */
function keyOf(shape: Shape, { variableValues }: ExecutionArgs, viewer: Viewer): string | undefined {
  const scope = findScope(viewer);
  if (!scope) return undefined;
  const values = shape.variables.map((name) => variableValues?.[name] ?? null);
  return JSON.stringify([shape.id, values, scope.tenantId, viewer.kind, [...scope.permissions].sort()]);
}

const RESULTS = Symbol('results');
type Results = Map<string, ExecutionResult | Promise<ExecutionResult>>;
/** Results lie on the event itself. A WeakMap would do the same, at a third of the speed. */
type Executed = { [RESULTS]?: Results; bytes?: number };

/** Followers of one event ask within moments of each other, so a result need not be kept for long. */
const KEPT = { results: 500, bytes: 8_388_608 };
/** A result, and the text it is sent as, beside what its event brings. */
const RESULT_BYTES = 1_024;

/** Takes the oldest results away, whatever they belong to: what callers ask for must not decide what is held. */
function createAging() {
  // Weakly: results go with their event when that goes first.
  let kept: { results: WeakRef<Results>; key: string; bytes: number }[] = [];
  let first = 0;
  let bytes = 0;
  return (event: Executed, results: Results, key: string): void => {
    const size = RESULT_BYTES + 2 * (event.bytes ?? 0);
    kept.push({ results: new WeakRef(results), key, bytes: size });
    bytes += size;
    while (kept.length - first > KEPT.results || (bytes > KEPT.bytes && kept.length - first > 1)) {
      const oldest = kept[first]!;
      first += 1;
      bytes -= oldest.bytes;
      oldest.results.deref()?.delete(oldest.key);
    }
    if (first > KEPT.results) {
      kept = kept.slice(first);
      first = 0;
    }
  };
}

/** Answers how to subscribe with shared executions; nothing for operations that each caller must have executed alone. */
export function createSharing() {
  const findShape = createShapes();
  const age = createAging();
  /** How many follow what would be answered alike. */
  const followers = new Map<string, number>();

  /** Counts one more, and answers how to count it out again. */
  function enter(key: string): () => void {
    followers.set(key, (followers.get(key) ?? 0) + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = followers.get(key)! - 1;
      if (left > 0) followers.set(key, left);
      else followers.delete(key);
    };
  }

  async function executeOnce(key: string, args: ValidatedSubscriptionArgs): Promise<ExecutionResult> {
    const event = args.rootValue as Executed;
    // Nothing is kept for one who is alone.
    if (followers.get(key) === 1 && !event[RESULTS]) return executeSubscriptionEvent(args);
    event[RESULTS] ??= new Map();
    const results = event[RESULTS];
    const known = results.get(key);
    if (known) {
      const result = await known;
      // What went wrong is told to each with its own words.
      return result.errors ? executeSubscriptionEvent(args) : result;
    }
    const executing = Promise.resolve(executeSubscriptionEvent(args));
    results.set(key, executing);
    try {
      const result = await executing;
      if (result.errors) results.delete(key);
      else {
        results.set(key, result);
        age(event, results, key);
      }
      return result;
    } catch (error) {
      results.delete(key);
      throw error;
    }
  }

  return function shareSubscription(args: ExecutionArgs, viewer: Viewer) {
    const shape = findShape(args.schema, args.document);
    const key = shape && keyOf(shape, args, viewer);
    if (!key) return undefined;
    return async (given: ExecutionArgs): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> => {
      const valid = validateSubscriptionArgs(given);
      if (!('schema' in valid)) return { errors: valid };
      const source = await createSourceEventStream(valid);
      if (!(Symbol.asyncIterator in source)) return source;
      return mapStream(source, (event) => executeOnce(key, { ...valid, rootValue: event }), enter(key));
    };
  };
}
