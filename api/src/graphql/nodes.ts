import type { ObjectRef } from '@pothos/core';
import { can } from '#access/can.ts';
import type { Permission } from '#access/permissions.ts';
import { findScope } from '#access/viewer.ts';
import { parseNodeId } from '#platform/ids.ts';
import { builder } from './builder.ts';
import type { Page } from './pagination.ts';

const readable = new Map<string, Permission | undefined>();

/**
 * Says which right opens a type to `node(id)`; none where each row knows who may see it. Types that are not listed cannot
 * be reached that way.
 */
export function openNode(typename: string, permission?: Permission): void {
  readable.set(typename, permission);
}

builder.queryField('node', (t) =>
  t.node({
    description: 'Any row by its id; null when it is unknown, not yours, or not for you to see.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the row.' }),
    },
    authScopes: { signedIn: true },
    id: (_root, { id }, ctx) => {
      const parsed = parseNodeId(String(id));
      if (!parsed || !readable.has(parsed.typename) || !findScope(ctx.viewer)) return null;
      const permission = readable.get(parsed.typename);
      return !permission || can(ctx.viewer, permission) ? String(id) : null;
    },
  }),
);

/** The connection type of a list whose pages `readPage` makes. */
export function connectionOf<Row extends { id: string }>(
  name: string,
  ref: ObjectRef<never, Row> | object,
  noun: string,
) {
  const edge = builder.edgeObject({
    name: `${name}Edge`,
    type: ref as never,
    description: `One of the ${noun}, with its cursor.`,
  });
  return builder.connectionObject(
    {
      name: `${name}Connection`,
      type: ref as never,
      description: `A page of the ${noun}.`,
      fields: (t) => ({
        totalCount: t.int({
          description: `How many ${noun} there are in all.`,
          resolve: (page) => (page as unknown as Page<Row>).totalCount(),
        }),
      }),
    },
    edge,
  );
}
