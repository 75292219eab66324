import { Client, fetchExchange } from '@urql/core';

/** For the pages outside of any tenant. Without a cache: who is signed in is asked anew each time. */
export const publicClient = new Client({
  url: '/graphql',
  preferGetMethod: false,
  exchanges: [fetchExchange],
  fetchOptions: {
    credentials: 'same-origin',
    headers: { accept: 'application/graphql-response+json, application/json' },
  },
});
