import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The session that is open beside the page: part of the address, so that it can be shared. */
export function useSessionInAddress() {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (id: string | null) =>
      setParams((known) => {
        const next = new URLSearchParams(known);
        if (id) next.set('session', id);
        else next.delete('session');
        return next;
      }),
    [setParams],
  );
  const close = useCallback(() => set(null), [set]);
  return { id: params.get('session'), open: set as (id: string) => void, close };
}
