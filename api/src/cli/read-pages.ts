import type { Ask } from './crib.ts';
import { UsageFailure } from './failure.ts';

const PAGE = 100;

type Connection<Node> = {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

export type Rows<Node> = { rows: Node[]; hasMore: boolean };

export function parseLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageFailure('--limit must be a whole number from 1 on.', 'limit');
  return Number(text);
}

/** Every row of a list, page by page. The query has one field, with `$first` and `$after`. */
export async function readPages<Node>(
  ask: Ask,
  query: string,
  variables: Record<string, unknown> = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<Rows<Node>> {
  const rows: Node[] = [];
  let after: string | null = null;
  for (;;) {
    const first = Math.min(PAGE, limit - rows.length);
    const data: Record<string, Connection<Node>> = await ask(query, { ...variables, first, after });
    const { edges, pageInfo } = Object.values(data)[0]!;
    rows.push(...edges.map(({ node }) => node));
    if (!pageInfo.hasNextPage || rows.length >= limit) return { rows, hasMore: pageInfo.hasNextPage };
    after = pageInfo.endCursor;
  }
}

/** What to say below a list. */
export function noteOn({ rows, hasMore }: Rows<unknown>): string | undefined {
  return hasMore ? `These are the first ${rows.length}; leave out --limit for all.` : undefined;
}
