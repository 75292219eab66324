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

/** Cursors are signed, so that one of another tenant or list, or made up, is refused before the database is asked. The first key signs. */
export function setCursorKeys(keys: readonly Buffer[]): void {
  cursorKeys = keys.map((key) => key.toString('base64url'));
}

/**
 * SHA-3 is keyed by putting the key in front. Every row of a list has a seal, and this one costs a fifth of an HMAC; with
 * an id behind it, a list's name of up to 17 letters fits into the same block.
 */
function seal(ctx: Context, list: string, key: string, cursorKey = cursorKeys[0]!): string {
  const tenantId = findScope(ctx.viewer)?.tenantId ?? 'operator';
  return hash('sha3-256', `${cursorKey}:${tenantId}:${list}:${key}`, 'base64url').slice(0, SEAL_LENGTH);
}

/** The place of a row in a list. A list is what it is sorted by: two that share a name take each other's cursors. */
export function toCursor(ctx: Context, list: string, key: string): string {
  return seal(ctx, list, key) + Buffer.from(key).toString('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const NEXT_PAGE = 'Use the endCursor of the page before, or leave after out to begin with the first.';

export function parseCursor(ctx: Context, list: string, cursor: string, next = NEXT_PAGE): string {
  const [given, rest] = [cursor.slice(0, SEAL_LENGTH), cursor.slice(SEAL_LENGTH)];
  const key = Buffer.from(rest, 'base64url').toString('utf8');
  const isOurs =
    key !== '' && cursor.length <= 200 && cursorKeys.some((one) => isSame(given, seal(ctx, list, key, one)));
  if (!isOurs) {
    throw InvalidInput.of('after', `This is no cursor of this list. ${next}`);
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

/** Whoever lost a cursor and sends nothing for it is not taken back to the beginning without a word. */
export const findAfter = (ctx: Context, list: string, { after }: PageArgs): string | undefined =>
  typeof after === 'string' ? parseCursor(ctx, list, after) : undefined;

type Row = { id: string };
type Sorted = { list: string; order: 'asc' | 'desc' };
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
  { list, order }: Sorted,
  read: (query: KeysetQuery) => Promise<Node[]>,
  count: () => Promise<number>,
): Promise<Page<Node>> {
  const size = args.first ?? PAGE_SIZE;
  const after = findAfter(ctx, list, args);
  const behind = after && (order === 'asc' ? { gt: after } : { lt: after });
  const rows = await read({
    take: size + 1,
    orderBy: { id: order },
    where: behind ? { id: behind } : {},
  });
  const hasNextPage = rows.length > size;
  return toPage(ctx, list, { nodes: rows.slice(0, size), keyOf: ({ id }) => id, after, hasNextPage, count });
}

type Cut<Node> = {
  nodes: readonly Node[];
  keyOf: (node: Node) => string;
  after: string | undefined;
  hasNextPage: boolean;
  count: () => Promise<number>;
};

/** Sealing a cursor costs more than reading its row, and few lists ask for all of them. */
function toPage<Node>(ctx: Context, list: string, { nodes, keyOf, after, hasNextPage, count }: Cut<Node>): Page<Node> {
  const edges = nodes.map((node) => ({
    node,
    get cursor() {
      return toCursor(ctx, list, keyOf(node));
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
export async function pageOf<Node>(
  ctx: Context,
  args: PageArgs,
  list: string,
  read: () => Promise<readonly Node[]>,
  keyOf: (row: Node) => string,
): Promise<Page<Node>> {
  const size = args.first ?? PAGE_SIZE;
  const after = findAfter(ctx, list, args);
  const rows = await read();
  const behind = after === undefined ? rows : rows.filter((row) => keyOf(row) > after);
  const hasNextPage = behind.length > size;
  return toPage(ctx, list, { nodes: behind.slice(0, size), keyOf, after, hasNextPage, count: async () => rows.length });
}
