import type { OperationResult } from '@urql/core';
import { make, pipe, type Source, type Subscription, subscribe } from 'wonka';

export type PageInfo = { hasNextPage: boolean; endCursor?: string | null };

type FollowOptions<Data> = {
  load: (after: string | null) => Source<OperationResult<Data>>;
  pageInfo: (data: Data) => PageInfo;
};

/**
 * The first pages of a list, live. Each page starts behind the end of the one before it as it is now, so a row that comes
 * or goes on one page neither repeats nor disappears on the next.
 *
 * A page is asked for again only when its start moves: what one page writes into the cache may touch the page before it,
 * and asking anew on each such touch would never end.
 */
export function followPages<Data>(
  options: FollowOptions<Data>,
  pages: number,
  after: string | null = null,
): Source<OperationResult<Data>[]> {
  return make(({ next }) => {
    let first: OperationResult<Data> | undefined;
    let others: OperationResult<Data>[] | undefined;
    let start: string | undefined;
    let rest: Subscription | undefined;

    const tell = () => {
      if (first && others) next([first, ...others]);
    };
    const follow = (cursor: string | undefined) => {
      rest?.unsubscribe();
      start = cursor;
      others = cursor === undefined ? [] : undefined;
      if (cursor === undefined) return;
      rest = pipe(
        followPages(options, pages - 1, cursor),
        subscribe((results) => {
          others = results;
          tell();
        }),
      );
    };
    const { unsubscribe } = pipe(
      options.load(after),
      subscribe((result) => {
        const known = first !== undefined;
        first = result;
        const cursor = pages > 1 ? endOf(result, options) : undefined;
        if (!known || cursor !== start) follow(cursor);
        tell();
      }),
    );
    return () => {
      unsubscribe();
      rest?.unsubscribe();
    };
  });
}

function endOf<Data>(result: OperationResult<Data>, { pageInfo }: FollowOptions<Data>): string | undefined {
  const info = result.data ? pageInfo(result.data) : undefined;
  return info?.hasNextPage ? (info.endCursor ?? undefined) : undefined;
}
