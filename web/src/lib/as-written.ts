import type { AnyVariables, OperationContext } from '@urql/core';

/**
 * Sends the variables with their keys in the order they were written. The client sorts them, and in a JSON Schema
 * their order is that of the form.
 */
export function asWritten(variables: AnyVariables): Pick<OperationContext, 'fetch'> {
  return {
    fetch: (url, init) => {
      const body = JSON.parse(String(init?.body));
      return fetch(url, { ...init, body: JSON.stringify({ ...body, variables }) });
    },
  };
}
