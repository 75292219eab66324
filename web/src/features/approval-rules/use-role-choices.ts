import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { Choice } from './rule-words.ts';

const RoleChoicesQuery = graphql(`
  query RoleChoicesQuery {
    roles { id slug name }
  }
`);

export function useRoleChoices(): Choice[] {
  const [{ data }] = useQuery({ query: RoleChoicesQuery });
  return data?.roles.map(({ slug, name }) => ({ value: slug, label: name })) ?? [];
}
