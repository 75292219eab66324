import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '#access/context.ts';
import { findScope } from '#access/viewer.ts';
import { InvalidInput } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { builder } from './builder.ts';

const PAGE_SIZE = 20;
const PAGE_LIMIT = 100;

let cursorKey: KeyObject;

/** Cursors are signed, so that one from another tenant, or made up, is refused before the database is asked. */
export function setCursorKey(key: Buffer): void {
  cursorKey = createSecretKey(key);
}

function seal(ctx: Context, id: string): Buffer {
  const tenantId = findScope(ctx.viewer)?.tenantId ?? 'operator';
  return createHmac('sha256', cursorKey).update(`${tenantId}:${id}`).digest().subarray(0, 9);
}

export function toCursor(ctx: Context, id: string): string {
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), seal(ctx, id)]).toString('base64url');
}

export function parseCursor(ctx: Context, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const hex = bytes.subarray(0, 16).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const given = bytes.subarray(16);
  if (bytes.length !== 25 || !isUuid(id) || !timingSafeEqual(given, seal(ctx, id))) {
    throw InvalidInput.of('after', 'This cursor is not one of ours. Use the endCursor of the page before.');
  }
  return id;
}

/** The arguments of every list. Lists go forward only. */
export const pageArgs = builder.args((t) => ({
  first: t.int({
    description: 'How many rows, 1 to 100.',
    defaultValue: PAGE_SIZE,
    validate: {
      min: [1, { message: 'At least 1.' }],
      max: [PAGE_LIMIT, { message: 'At most 100.' }],
    },
  }),
  after: t.string({ description: 'Go on behind this cursor.' }),
}));

type PageArgs = { first?: number | null; after?: string | null };

export function pageComplexity(args: PageArgs): {
  field: number;
  multiplier: number;
} {
  return {
    field: 1,
    multiplier: Math.min(Math.max(args.first ?? PAGE_SIZE, 1), PAGE_LIMIT),
  };
}

type Row = { id: string };
export type KeysetQuery = {
  take: number;
  orderBy: { id: 'asc' | 'desc' };
  where: { id?: { gt: string } | { lt: string } };
};
export type Page<Node extends Row> = {
  edges: { cursor: string; node: Node }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount: () => Promise<number>;
};

/** One page by key: ids are made in the order of time, so going on behind the last id neither skips nor repeats rows. */
export async function readPage<Node extends Row>(
  ctx: Context,
  args: PageArgs,
  order: 'asc' | 'desc',
  read: (query: KeysetQuery) => Promise<Node[]>,
  count: () => Promise<number>,
): Promise<Page<Node>> {
  const size = args.first ?? PAGE_SIZE;
  const after = args.after ? parseCursor(ctx, args.after) : undefined;
  const behind = after && (order === 'asc' ? { gt: after } : { lt: after });
  const rows = await read({
    take: size + 1,
    orderBy: { id: order },
    where: behind ? { id: behind } : {},
  });
  // Sealing a cursor costs more than reading its row, and few lists ask for all of them.
  const edges = rows.slice(0, size).map((node) => ({
    node,
    get cursor() {
      return toCursor(ctx, node.id);
    },
  }));
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: after !== undefined,
      get startCursor() {
        return edges[0]?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
    },
    totalCount: count,
  };
}

/** What the operation asks of the rows of a page, so that relations come with the rows and not one by one. */
export function selectNode(ctx: Context, info: GraphQLResolveInfo, typeName: string): object {
  return queryFromInfo({
    context: ctx,
    info,
    path: ['edges', 'node'],
    typeName,
  });
}
