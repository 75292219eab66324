import { createContext, useContext } from 'react';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

/** Says something to screen readers. */
export const AnnounceContext = createContext<(message: string) => void>(() => undefined);

export function useAnnounce(): (message: string) => void {
  return useContext(AnnounceContext);
}

/** The list that a field is in. Read only by what needs it, so that other open rows stay still while one types. */
export const SiblingsContext = createContext<readonly FieldDefinition[]>([]);

export function useSiblings(): readonly FieldDefinition[] {
  return useContext(SiblingsContext);
}
