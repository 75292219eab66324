import type { Ask } from './crib.ts';
import { CliFailure, UsageFailure } from './failure.ts';

const PAGE = 100;

type Connection<Node> = {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

type Page<Node> = Connection<Node> & { size: number };

export type Rows<Node> = { rows: Node[]; hasMore: boolean };

export function parseLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageFailure('--limit must be a whole number from 1 on.', 'limit');
  return Number(text);
}

/** One page, as large as the server allows: what a row costs, and how much a query may cost, is up to it. */
async function readPage<Node>(
  ask: Ask,
  query: string,
  variables: Record<string, unknown>,
  size: number,
): Promise<Page<Node>> {
  for (let first = size; ; first = Math.ceil(first / 2)) {
    try {
      const data = await ask<Record<string, Connection<Node>>>(query, { ...variables, first });
      return { size: first, ...Object.values(data)[0]! };
    } catch (error) {
      const isTooCostly = error instanceof CliFailure && error.code === 'LIMIT_EXCEEDED';
      if (!isTooCostly || first === 1) throw error;
    }
  }
}

/** Every row of a list, page by page. The query has one field, with `$first` and `$after`. */
export async function readPages<Node>(
  ask: Ask,
  query: string,
  variables: Record<string, unknown> = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<Rows<Node>> {
  const rows: Node[] = [];
  let most = PAGE;
  let after: string | null = null;
  for (;;) {
    const wanted = Math.min(most, limit - rows.length);
    const page: Page<Node> = await readPage<Node>(ask, query, { ...variables, after }, wanted);
    rows.push(...page.edges.map(({ node }) => node));
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || rows.length >= limit) return { rows, hasMore: hasNextPage };
    if (page.size < wanted) most = page.size;
    after = endCursor;
  }
}

/** What to say below a list. */
export function noteOn({ hasMore }: Rows<unknown>): string | undefined {
  return hasMore ? 'There is more: leave out --limit for all.' : undefined;
}
