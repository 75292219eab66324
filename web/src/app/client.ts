import { Client, type Exchange, fetchExchange, makeOperation, mapExchange, subscriptionExchange } from '@urql/core';
import { connectionState } from '#lib/connection-state.ts';
import { errorCode } from '#lib/describe-error.ts';
import { goToSignIn } from '#lib/leave.ts';
import { leaveAfterRevocation } from './access-ended.ts';
import { createActiveQueries } from './active-queries.ts';
import { createCache } from './cache.ts';
import { createLiveConnection } from './live-connection.ts';

export type TenantClient = { slug: string; client: Client; dispose: () => void };

function leaveForSignIn(wasSignedIn: boolean) {
  goToSignIn(wasSignedIn ? 'session-ended' : undefined);
}

/** Names the tenant on each request, and leaves for the sign-in page when the session is over. */
function sessionExchange(slug: string, onSignedOut: (wasSignedIn: boolean) => void): Exchange {
  let wasSignedIn = false;
  const fetchOptions: RequestInit = {
    credentials: 'same-origin',
    headers: { accept: 'application/graphql-response+json, application/json', 'x-toolcrib-tenant': slug },
  };
  return mapExchange({
    onOperation: (operation) => makeOperation(operation.kind, operation, { ...operation.context, fetchOptions }),
    onResult(result) {
      if (result.data) wasSignedIn = true;
    },
    onError(error) {
      if (errorCode(error) === 'UNAUTHENTICATED') onSignedOut(wasSignedIn);
    },
  });
}

/** One per tenant: no request, cache entry or socket ever serves two tenants. */
export function createTenantClient(slug: string, onSignedOut = leaveForSignIn): TenantClient {
  const onScreen = createActiveQueries();
  const live = createLiveConnection({
    tenant: slug,
    state: connectionState,
    onReconnected: onScreen.refresh,
    onRevoked: leaveAfterRevocation,
  });
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [
      onScreen.exchange,
      createCache(),
      sessionExchange(slug, onSignedOut),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: live.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
  });
  return { slug, client, dispose: live.dispose };
}
