import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';

const SetSecretsQuery = graphql(`
  query SetSecretsQuery {
    secrets { id key agentSlug isSet }
  }
`);

/** Keys of the secrets that have a value for the whole tenant; undefined for those who may not know. */
export function useSetSecrets(): ReadonlySet<string> | undefined {
  const [{ data }] = useQuery({ query: SetSecretsQuery, pause: !useCan('secrets.tenant.read') });
  if (!data) return undefined;
  return new Set(data.secrets.filter(({ isSet, agentSlug }) => isSet && !agentSlug).map(({ key }) => key));
}
