import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { DoorContext } from '#graphql/pipeline.ts';
import { InvalidInput } from '#platform/errors.ts';
import type { GraphQLEngine } from './yoga.ts';

export type OperationParams = {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  extensions?: Record<string, unknown> | null;
};

function refuse(path: string, message: string): never {
  throw InvalidInput.of(path, message);
}

const isObjectOrNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value));

/** What a request must look like before it is looked into. */
export function parseParams(body: unknown): OperationParams {
  if (Array.isArray(body)) refuse('query', 'Send one operation at a time: batches are not served here.');
  if (typeof body !== 'object' || body === null) refuse('query', 'The body must be a JSON object with a query.');
  const { query, operationName, variables, extensions } = body as Record<string, unknown>;
  if (typeof query !== 'string' || query === '') refuse('query', 'query must be a text with a GraphQL operation.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    refuse('operationName', 'operationName must be a text.');
  }
  if (!isObjectOrNothing(variables)) refuse('variables', 'variables must be a JSON object.');
  if (!isObjectOrNothing(extensions)) refuse('extensions', 'extensions must be a JSON object.');
  return body as OperationParams;
}

export type Prepared = {
  document: DocumentNode;
  kind: 'query' | 'mutation' | 'subscription';
};

/** Runs one operation through the envelope, up to and including its errors. */
export function openOperation({ yoga, mask }: GraphQLEngine, door: DoorContext, params: OperationParams) {
  // The context itself, since copying one costs more than the smallest query.
  const enveloped = yoga.getEnveloped(Object.assign(door, { params }) as never);

  function prepare(): Prepared | { errors: GraphQLError[] } {
    try {
      const document: DocumentNode = enveloped.parse(params.query);
      const errors: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
      if (errors.length > 0) return { errors: errors.map(mask) };
      const operation = getOperationAST(document, params.operationName);
      if (!operation) {
        const message = params.operationName
          ? `There is no operation named "${params.operationName}" in this query.`
          : 'This query has several operations: say which one with operationName.';
        return { errors: [mask(new GraphQLError(message))] };
      }
      return { document, kind: operation.operation };
    } catch (error) {
      return { errors: [mask(error)] };
    }
  }

  async function argsFor(document: DocumentNode) {
    return {
      schema: enveloped.schema,
      document,
      operationName: params.operationName,
      variableValues: params.variables ?? {},
      contextValue: await enveloped.contextFactory(),
    };
  }

  return {
    prepare,
    async execute(document: DocumentNode): Promise<ExecutionResult> {
      try {
        return await enveloped.execute(await argsFor(document));
      } catch (error) {
        return { errors: [mask(error)] };
      }
    },
    async subscribe(document: DocumentNode): Promise<AsyncGenerator<ExecutionResult> | ExecutionResult> {
      try {
        return await enveloped.subscribe(await argsFor(document));
      } catch (error) {
        return { errors: [mask(error)] };
      }
    },
  };
}
