import {
  type CombinedError,
  createRequest,
  type OperationResult,
  type RequestPolicy,
  type TypedDocumentNode,
} from '@urql/core';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { followPages, type PageInfo } from './follow-pages.ts';

type Connection<Node> = { edges: readonly { node: Node }[]; pageInfo: PageInfo; totalCount: number };

type PageVariables = { after?: string | null };

type LoadMoreOptions<Data, Variables extends PageVariables, Node> = {
  query: TypedDocumentNode<Data, Variables>;
  variables: Omit<Variables, 'after'>;
  /** Keep it outside of the component: a new function starts over. */
  select: (data: Data) => Connection<Node>;
};

type Loaded<Node> = {
  /** Undefined until the first page is there; kept while another search or a refresh is under way. */
  nodes: readonly Node[] | undefined;
  totalCount: number;
  hasMore: boolean;
  error: CombinedError | undefined;
};

export type LoadMore<Node> = Loaded<Node> & {
  /** What is shown belongs to the search before. */
  searching: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
};

type Wanted = { search: string; pages: number; attempt: number };

const nothing = { nodes: undefined, totalCount: 0, hasMore: false, error: undefined };

/** Grows a list page by page and keeps every loaded page live. */
export function useLoadMore<Data, Variables extends PageVariables, Node>({
  query,
  variables,
  select,
}: LoadMoreOptions<Data, Variables, Node>): LoadMore<Node> {
  const client = useClient();
  const search = JSON.stringify(variables);
  const [wanted, setWanted] = useState<Wanted>({ search, pages: 1, attempt: 0 });
  const [answered, setAnswered] = useState<Wanted>();
  const [loaded, setLoaded] = useState<Loaded<Node>>(nothing);
  const { pages, attempt } = wanted.search === search ? wanted : { pages: 1, attempt: 0 };

  const source = useMemo(() => {
    const given = JSON.parse(search) as Omit<Variables, 'after'>;
    const requestPolicy = policyFor(pages, attempt);
    const load = (after: string | null) =>
      client.executeQuery(createRequest(query, { ...given, after } as unknown as Variables), { requestPolicy });
    return followPages({ load, pageInfo: (data) => select(data).pageInfo }, pages);
  }, [client, query, search, select, pages, attempt]);

  // Before paint, so that a list which is in the cache never shows its skeleton.
  useLayoutEffect(() => {
    setLoaded((known) => ({ ...known, error: undefined }));
    const { unsubscribe } = pipe(
      source,
      subscribe((results) => {
        setLoaded((known) => fold(results, select, known));
        setAnswered({ search, pages, attempt });
      }),
    );
    return unsubscribe;
  }, [source, select, search, pages, attempt]);

  return {
    ...loaded,
    searching: answered !== undefined && answered.search !== search,
    loadingMore: answered?.search === search && answered.pages < pages,
    loadMore: () => setWanted({ search, pages: pages + 1, attempt: 0 }),
    retry: () => setWanted({ search, pages, attempt: attempt + 1 }),
  };
}

/** One more page does not ask again for those before it, which are live; a retry asks for all of them. */
function policyFor(pages: number, attempt: number): RequestPolicy | undefined {
  if (attempt > 0) return 'network-only';
  return pages > 1 ? 'cache-first' : undefined;
}

function fold<Data, Node>(
  results: OperationResult<Data>[],
  select: (data: Data) => Connection<Node>,
  known: Loaded<Node>,
): Loaded<Node> {
  const error = results.find((result) => result.error)?.error;
  const connections = results.flatMap((result) => (result.data ? [select(result.data)] : []));
  const nodes = connections.flatMap((connection) => connection.edges.map((edge) => edge.node));
  const last = connections.at(-1);
  const lost = error && nodes.length < (known.nodes?.length ?? 0);
  if (!last || lost) return { ...known, error };
  return { nodes, totalCount: last.totalCount, hasMore: last.pageInfo.hasNextPage, error };
}
