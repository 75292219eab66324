import { Client, type Exchange, fetchExchange, subscriptionExchange } from '@urql/core';
import { createCache } from '#app/cache.ts';

/** The live connection of the app is that of the person. A token has none here, so its runs are asked for every few seconds. */
const notLive = subscriptionExchange({
  forwardSubscription: () => ({
    subscribe: (sink) => {
      sink.error(new Error('This token has no live connection.'));
      return { unsubscribe: () => {} };
    },
  }),
});

/** Speaks with a token instead of the session of the person: no cookie, and nothing kept beyond the page. */
function createTokenClient(token: string, headers: Record<string, string>, first: Exchange[]): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'network-only',
    exchanges: [...first, fetchExchange, notLive],
    fetchOptions: {
      credentials: 'omit',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
    },
  });
}

/** Speaks for an agent. */
export function createAgentClient(secret: string): Client {
  return createTokenClient(secret, {}, []);
}

/** Speaks for one of the people of a demo. It has a cache of its own, so that what they decide shows at once. */
export function createPersonClient(token: string, tenantSlug: string): Client {
  return createTokenClient(token, { 'x-toolcrib-tenant': tenantSlug }, [createCache()]);
}
