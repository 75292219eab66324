import { type CombinedError, createRequest, type OperationResult, type TypedDocumentNode } from '@urql/core';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { followPages, type PageInfo } from './follow-pages.ts';

type Connection<Node> = { edges: readonly { node: Node }[]; pageInfo: PageInfo; totalCount: number };

type PageVariables = { after?: string | null };

export type LoadMoreOptions<Data, Variables extends PageVariables, Node> = {
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
  fetching: boolean;
  error: CombinedError | undefined;
};

export type LoadMore<Node> = Loaded<Node> & { loadMore: () => void; retry: () => void };

const nothing: Loaded<never> = { nodes: undefined, totalCount: 0, hasMore: false, fetching: true, error: undefined };

/** Grows a list page by page and keeps every loaded page live. */
export function useLoadMore<Data, Variables extends PageVariables, Node>({
  query,
  variables,
  select,
}: LoadMoreOptions<Data, Variables, Node>): LoadMore<Node> {
  const client = useClient();
  const search = JSON.stringify(variables);
  const [wanted, setWanted] = useState({ search, pages: 1 });
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Node>>(nothing);
  const pages = wanted.search === search ? wanted.pages : 1;

  const source = useMemo(() => {
    const given = JSON.parse(search) as Omit<Variables, 'after'>;
    const context = attempt > 0 ? ({ requestPolicy: 'network-only' } as const) : undefined;
    const load = (after: string | null) =>
      client.executeQuery(createRequest(query, { ...given, after } as unknown as Variables), context);
    return followPages({ load, pageInfo: (data) => select(data).pageInfo }, pages);
  }, [client, query, search, select, pages, attempt]);

  // Before paint, so that a list which is in the cache never shows its skeleton.
  useLayoutEffect(() => {
    setLoaded((known) => ({ ...known, fetching: true, error: undefined }));
    const { unsubscribe } = pipe(
      source,
      subscribe((results) => setLoaded((known) => fold(results, select, known))),
    );
    return unsubscribe;
  }, [source, select]);

  return {
    ...loaded,
    loadMore: () => setWanted({ search, pages: pages + 1 }),
    retry: () => setAttempt((count) => count + 1),
  };
}

function fold<Data, Node>(
  results: OperationResult<Data>[],
  select: (data: Data) => Connection<Node>,
  known: Loaded<Node>,
): Loaded<Node> {
  const fetching = results.some((result) => result.stale);
  const error = results.find((result) => result.error)?.error;
  const connections = results.flatMap((result) => (result.data ? [select(result.data)] : []));
  const nodes = connections.flatMap((connection) => connection.edges.map((edge) => edge.node));
  const last = connections.at(-1);
  const lost = error && nodes.length < (known.nodes?.length ?? 0);
  if (!last || lost) return { ...known, fetching, error };
  return { nodes, totalCount: last.totalCount, hasMore: last.pageInfo.hasNextPage, fetching, error };
}
