import { Client, fetchExchange, subscriptionExchange } from '@urql/core';

/** The live connection of the app is that of the person. A key has none here, so its runs are asked for every few seconds. */
const notLive = subscriptionExchange({
  forwardSubscription: () => ({
    subscribe: (sink) => {
      sink.error(new Error('This key has no live connection.'));
      return { unsubscribe: () => {} };
    },
  }),
});

/** Speaks with a key instead of the session of the person: no cookie, no cache, nothing kept. */
export function createAgentClient(secret: string): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'network-only',
    exchanges: [fetchExchange, notLive],
    fetchOptions: {
      credentials: 'omit',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        authorization: `Bearer ${secret}`,
      },
    },
  });
}
