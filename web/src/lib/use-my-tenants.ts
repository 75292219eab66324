import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';

const MyTenantsQuery = graphql(`
  query MyTenantsQuery {
    viewer {
      kind
      user {
        id
        email
      }
      tenants {
        role
        tenant {
          slug
          name
        }
      }
    }
  }
`);

/** Who is signed in and where they belong, asked without naming a tenant: for the pages outside of one. */
export function useMyTenants() {
  const [{ data, error, fetching }, load] = useQuery({ query: MyTenantsQuery });
  return {
    fetching,
    error,
    signedIn: data?.viewer.kind === 'USER',
    email: data?.viewer.user?.email,
    tenants: data?.viewer.tenants.map(({ tenant }) => tenant) ?? [],
    reload: () => load({ requestPolicy: 'network-only' }),
  };
}
