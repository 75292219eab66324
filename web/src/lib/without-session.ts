import type { OperationContext } from '@urql/core';

/** For public questions: a cookie that has run out would be refused, and must not stand between a person and the sign-in page. */
export const withoutSession: Partial<OperationContext> = {
  fetchOptions: { credentials: 'omit' },
};
