import type { CombinedError } from '@urql/core';

/** What the server knows of the save that came in between. */
export type StaleEdit = {
  version: number;
  /** The present values of what was changed, by name. */
  changed: Record<string, unknown>;
  updatedBy: string | null;
  updatedAt: string | null;
};

/** Undefined when the save was refused for another reason. */
export function readStaleEdit(error: CombinedError | undefined): StaleEdit | undefined {
  const current = error?.graphQLErrors.find(({ extensions }) => extensions?.current)?.extensions?.current;
  const { version, changed, updatedBy, updatedAt } = (current ?? {}) as Partial<StaleEdit>;
  if (typeof version !== 'number') return undefined;
  return { version, changed: changed ?? {}, updatedBy: updatedBy ?? null, updatedAt: updatedAt ?? null };
}
