import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';

const OfferedVariablesQuery = graphql(`
  query OfferedVariablesQuery {
    executionKinds { kind variables }
  }
`);

/** What requests may take from the environment of the server, as `${env.NAME}`; undefined until it is known. */
export function useOfferedVariables(kind: 'http' | 'webhook'): ReadonlySet<string> | undefined {
  const [{ data }] = useQuery({ query: OfferedVariablesQuery });
  return data && new Set(data.executionKinds.find((each) => each.kind === kind)?.variables);
}
