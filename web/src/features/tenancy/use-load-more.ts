import { type CombinedError, createRequest, type OperationResult, type TypedDocumentNode } from '@urql/core';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { fromValue, map, pipe, type Source, subscribe, switchMap } from 'wonka';

type Connection<Node> = {
  edges: readonly { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  totalCount: number;
};

type PageVariables = { after?: string | null };

export type LoadMoreOptions<Data, Variables extends PageVariables, Node> = {
  query: TypedDocumentNode<Data, Variables>;
  variables: Omit<Variables, 'after'>;
  /** Keep it outside of the component: a new function starts over. */
  select: (data: Data) => Connection<Node>;
};

export type LoadMore<Node> = {
  /** Undefined until the first page is there; kept while another search or a refresh is under way. */
  nodes: readonly Node[] | undefined;
  totalCount: number;
  hasMore: boolean;
  fetching: boolean;
  error: CombinedError | undefined;
  loadMore: () => void;
  retry: () => void;
};

type Loaded<Node> = Pick<LoadMore<Node>, 'nodes' | 'totalCount' | 'hasMore' | 'fetching' | 'error'>;

/**
 * Grows a list page by page and keeps every loaded page live. Each page starts behind the end of the one before it as it is
 * now, so a row that comes or goes on one page neither repeats nor disappears on the next.
 */
export function useLoadMore<Data, Variables extends PageVariables, Node>({
  query,
  variables,
  select,
}: LoadMoreOptions<Data, Variables, Node>): LoadMore<Node> {
  const client = useClient();
  const search = JSON.stringify(variables);
  const [wanted, setWanted] = useState({ search, pages: 1 });
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Node>>({
    nodes: undefined,
    totalCount: 0,
    hasMore: false,
    fetching: true,
    error: undefined,
  });
  const pages = wanted.search === search ? wanted.pages : 1;

  const source = useMemo(() => {
    const given = JSON.parse(search) as Omit<Variables, 'after'>;
    const context = attempt > 0 ? ({ requestPolicy: 'network-only' } as const) : undefined;
    const load = (after: string | null) =>
      client.executeQuery(createRequest(query, { ...given, after } as unknown as Variables), context);
    return follow(load, select, null, pages);
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

function follow<Data, Node>(
  load: (after: string | null) => Source<OperationResult<Data>>,
  select: (data: Data) => Connection<Node>,
  after: string | null,
  pages: number,
): Source<OperationResult<Data>[]> {
  return pipe(
    load(after),
    switchMap((result) => {
      const pageInfo = result.data ? select(result.data).pageInfo : undefined;
      if (pages === 1 || !pageInfo?.hasNextPage) return fromValue([result]);
      const rest = follow(load, select, pageInfo.endCursor ?? null, pages - 1);
      return pipe(
        rest,
        map((others) => [result, ...others]),
      );
    }),
  );
}

function fold<Data, Node>(
  results: OperationResult<Data>[],
  select: (data: Data) => Connection<Node>,
  known: Loaded<Node>,
): Loaded<Node> {
  const fetching = results.some((result) => result.stale);
  const error = results.find((result) => result.error)?.error;
  const connections = results.flatMap((result) => (result.data ? [select(result.data)] : []));
  const last = connections.at(-1);
  if (!last) return { ...known, fetching, error };
  return {
    nodes: connections.flatMap((connection) => connection.edges.map((edge) => edge.node)),
    totalCount: last.totalCount,
    hasMore: last.pageInfo.hasNextPage,
    fetching,
    error,
  };
}
