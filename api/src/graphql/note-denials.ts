import { type DocumentNode, type GraphQLError, Kind, OperationTypeNode } from 'graphql';
import { Forbidden } from '#platform/errors.ts';
import type { GraphQLContext } from './builder.ts';

const isMutation = (document: DocumentNode): boolean =>
  document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
  );

/** Has every refused mutation written down, whether its field or its verb refused. Reads that are refused are no acts. */
export function noteDenials(context: GraphQLContext, document: DocumentNode, errors: readonly GraphQLError[]): void {
  for (const { originalError, path, nodes } of errors) {
    const field = nodes?.[0];
    if (!(originalError instanceof Forbidden) || path?.length !== 1 || field?.kind !== Kind.FIELD) continue;
    if (isMutation(document)) context.denied(field.name.value, originalError.permission);
  }
}
