import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { kindName } from './state-of.ts';

const RunnableKindsQuery = graphql(`
  query RunnableKindsQuery {
    executionKinds { kind mode runnable }
  }
`);

/** The kinds of authored tools that something here can run; undefined until that is known. */
export function useRunnableKinds(): ReadonlySet<string> | undefined {
  const [{ data }] = useQuery({ query: RunnableKindsQuery });
  return useMemo(() => data && new Set(data.executionKinds.filter(({ runnable }) => runnable).map(kindName)), [data]);
}
