import type { Client, Exchange, Operation } from '@urql/core';
import { pipe, tap } from 'wonka';

/** Knows the queries that are on screen, so that all of them can be loaded again after a gap in the live connection. */
export function createActiveQueries() {
  const active = new Map<number, Operation>();
  let owner: Client | undefined;

  const exchange: Exchange = ({ client, forward }) => {
    owner = client;
    return (operations) =>
      forward(
        pipe(
          operations,
          tap((operation) => {
            if (operation.kind === 'query') active.set(operation.key, operation);
            if (operation.kind === 'teardown') active.delete(operation.key);
          }),
        ),
      );
  };

  const refresh = () => {
    for (const { context, ...request } of active.values()) {
      const again = owner?.createRequestOperation('query', request, {
        ...context,
        requestPolicy: 'network-only',
      });
      if (again) owner?.reexecuteOperation(again);
    }
  };

  return { exchange, refresh };
}
