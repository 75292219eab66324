import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin, { type AuthFailure, AuthScopeFailureType } from '@pothos/plugin-scope-auth';
import ZodPlugin from '@pothos/plugin-zod';
import { can, isOperator, missingRight } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { isPermission, type Permission } from '#access/permissions.ts';
import { findScope, missingScope } from '#access/viewer.ts';
import type PrismaTypes from '#generated/pothos-prisma.ts';
import { getDatamodel } from '#generated/pothos-prisma.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { Forbidden, LimitExceeded, Unauthenticated } from '#platform/errors.ts';
import { parseNodeId, toNodeId } from '#platform/ids.ts';
import { toInvalidInput } from './invalid-input.ts';

/** What one operation may cost; set by the door from the configuration. */
export type GraphQLContext = Context & {
  costLimit: number;
  noteCost?(points: number): void;
};

/** The permission that was asked for and is not held; a field may ask for several things. */
function failedPermission(failure: AuthFailure): Permission | undefined {
  if ('failures' in failure) return failure.failures.map(failedPermission).find(Boolean);
  if (failure.kind !== AuthScopeFailureType.AuthScope || failure.scope !== 'may') return undefined;
  const permission = String(failure.parameter);
  return isPermission(permission) ? permission : undefined;
}

export const builder = new SchemaBuilder<{
  Context: GraphQLContext;
  PrismaTypes: PrismaTypes;
  AuthScopes: { signedIn: boolean; may: Permission; operator: boolean };
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    ID: { Input: string; Output: string };
  };
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
}>({
  defaultFieldNullability: false,
  // Rights before rules: a caller without the right learns nothing about what a valid input is.
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin, ZodPlugin, ComplexityPlugin],
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    edgesFieldOptions: {
      nullable: false,
      description: 'The rows of this page with their cursors.',
      // The list field itself already counts its rows.
      complexity: { field: 0, multiplier: 1 },
    },
    nodeFieldOptions: { nullable: false, description: 'The row.' },
    cursorFieldOptions: {
      description: 'Pass it as `after` to go on behind this row.',
    },
    pageInfoFieldOptions: {
      description: 'Whether there is more, and where to go on.',
    },
    pageInfoTypeOptions: {
      description: 'Where a page of a list begins and ends.',
    },
    hasNextPageFieldOptions: {
      description: 'Whether there are rows behind this page.',
    },
    hasPreviousPageFieldOptions: {
      description: 'Whether there are rows before this page.',
    },
    startCursorFieldOptions: { description: 'Cursor of the first row.' },
    endCursorFieldOptions: {
      description: 'Cursor of the last row; pass it as `after` for the next page.',
    },
    nodeTypeOptions: { description: 'Anything that has an id of its own.' },
    idFieldOptions: {
      description: 'Opaque id, the same wherever this row appears.',
    },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    mutationInputArgOptions: { description: 'What to do.' },
    encodeGlobalID: (typename, id) => toNodeId(typename, String(id)),
    decodeGlobalID: (nodeId) => parseNodeId(nodeId) ?? { typename: 'Unknown', id: nodeId },
  },
  prisma: {
    client: (ctx) => ctx.db as PrismaClient,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
    onUnusedQuery: null,
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (ctx) => ({
      signedIn: ctx.viewer.kind !== 'anonymous',
      may: (permission) => can(ctx.viewer, permission),
      operator: isOperator(ctx.viewer),
    }),
    unauthorizedError: (_parent, ctx, _info, result) => {
      if (ctx.viewer.kind === 'anonymous') return new Unauthenticated();
      const permission = failedPermission(result.failure);
      if (!permission) return new Forbidden('Only the operator may do this, with: npm run crib');
      if (!findScope(ctx.viewer)) return missingScope(ctx.viewer);
      return missingRight(ctx.viewer, permission);
    },
  },
  zod: { validationError: (error) => toInvalidInput(error) },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    limit: (ctx) => ({ complexity: ctx.costLimit }),
    complexityError: (_kind, result) =>
      new LimitExceeded(
        'QUERY_TOO_COSTLY',
        `This query costs ${result.complexity} points; ${result.maxComplexity} are allowed. Ask for fewer rows or fields.`,
      ),
  },
});

/** For functions that make fields which several types share. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({
  description: 'Everything that can be changed. Each takes one `input` and answers with a payload.',
});
builder.subscriptionType({
  description: 'What can be followed live, over WebSocket or server-sent events.',
});
