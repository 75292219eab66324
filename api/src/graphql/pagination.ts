import { hash, timingSafeEqual } from 'node:crypto';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '#access/context.ts';
import { findScope } from '#access/viewer.ts';
import { InvalidInput } from '#platform/errors.ts';
import { builder } from './builder.ts';

const PAGE_SIZE = 20;
const PAGE_LIMIT = 100;
/** Nine bytes. */
const SEAL_LENGTH = 12;

let cursorKeys: readonly string[] = [];

/** Cursors are signed, so that one from another tenant, or made up, is refused before the database is asked. The first key signs. */
export function setCursorKeys(keys: readonly Buffer[]): void {
  cursorKeys = keys.map((key) => key.toString('base64url'));
}

/** SHA-3 is keyed by putting the key in front. Every row of a list has a seal, and this one costs a fifth of an HMAC. */
function seal(ctx: Context, id: string, cursorKey = cursorKeys[0]!): string {
  const tenantId = findScope(ctx.viewer)?.tenantId ?? 'operator';
  return hash('sha3-256', `${cursorKey}:${tenantId}:${id}`, 'base64url').slice(0, SEAL_LENGTH);
}

export function toCursor(ctx: Context, key: string): string {
  return seal(ctx, key) + Buffer.from(key).toString('base64url');
}

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

export function parseCursor(ctx: Context, cursor: string, next = 'Use the endCursor of the page before.'): string {
  const [given, rest] = [cursor.slice(0, SEAL_LENGTH), cursor.slice(SEAL_LENGTH)];
  const key = Buffer.from(rest, 'base64url').toString('utf8');
  const isOurs = key !== '' && cursor.length <= 200 && cursorKeys.some((one) => isSame(given, seal(ctx, key, one)));
  if (!isOurs) {
    throw InvalidInput.of('after', `This cursor is not one of ours. ${next}`);
  }
  return key;
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
export type Page<Node> = {
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
  const hasNextPage = rows.length > size;
  return toPage(ctx, { nodes: rows.slice(0, size), keyOf: ({ id }) => id, after, hasNextPage, count });
}

type Cut<Node> = {
  nodes: readonly Node[];
  keyOf: (node: Node) => string;
  after: string | undefined;
  hasNextPage: boolean;
  count: () => Promise<number>;
};

/** Sealing a cursor costs more than reading its row, and few lists ask for all of them. */
function toPage<Node>(ctx: Context, { nodes, keyOf, after, hasNextPage, count }: Cut<Node>): Page<Node> {
  const edges = nodes.map((node) => ({
    node,
    get cursor() {
      return toCursor(ctx, keyOf(node));
    },
  }));
  return {
    edges,
    pageInfo: {
      hasNextPage,
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

/** One page of a list that is in memory, sorted by its key. */
export function pageOf<Node>(
  ctx: Context,
  args: PageArgs,
  rows: readonly Node[],
  keyOf: (row: Node) => string,
): Page<Node> {
  const size = args.first ?? PAGE_SIZE;
  const after = args.after ? parseCursor(ctx, args.after) : undefined;
  const behind = after === undefined ? rows : rows.filter((row) => keyOf(row) > after);
  const hasNextPage = behind.length > size;
  return toPage(ctx, { nodes: behind.slice(0, size), keyOf, after, hasNextPage, count: async () => rows.length });
}
