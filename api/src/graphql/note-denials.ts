import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type GraphQLError,
  Kind,
  OperationTypeNode,
  valueFromASTUntyped,
} from 'graphql';
import { Forbidden } from '#platform/errors.ts';
import type { GraphQLContext } from './builder.ts';

const isMutation = (document: DocumentNode): boolean =>
  document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
  );

/** What names a thing; nothing else of what was given is kept. */
const NAMES = ['slug', 'id', 'ids'];
const LONGEST = 200;

function aboutOf(field: FieldNode, variables: ExecutionArgs['variableValues']): Record<string, unknown> {
  const [input] = (field.arguments ?? []).map(({ value }) => valueFromASTUntyped(value, { ...variables }));
  if (typeof input !== 'object' || input === null) return {};
  const told = Object.entries(input).filter(([name]) => NAMES.includes(name));
  return Object.fromEntries(told.map(([name, value]) => [name, String(value).slice(0, LONGEST)]));
}

/** Has every refused mutation written down, whether its field or its verb refused. Reads that are refused are no acts. */
export function noteDenials(
  context: GraphQLContext,
  { document, variableValues }: Pick<ExecutionArgs, 'document' | 'variableValues'>,
  errors: readonly GraphQLError[],
): void {
  for (const { originalError, path, nodes } of errors) {
    const field = nodes?.[0];
    if (
      !(originalError instanceof Forbidden) ||
      originalError.isNoted ||
      path?.length !== 1 ||
      field?.kind !== Kind.FIELD
    )
      continue;
    if (isMutation(document))
      context.denied(field.name.value, originalError.permission, aboutOf(field, variableValues));
  }
}
