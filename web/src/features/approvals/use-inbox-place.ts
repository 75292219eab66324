import { useState } from 'react';
import { rowLinkId } from './inbox-row.tsx';

type Row = { id: string; approval?: { id: string } | null };

type Place = { id: string; approvalId: string | undefined; at: number };

/**
 * Which row is looked at. It stays what it is when the row leaves the list, so that nothing moves under the pointer and
 * the outcome of a decision can be read; the next step goes on from where the row was.
 */
export function useInboxPlace(rows: readonly Row[]) {
  const [place, setPlace] = useState<Place>();
  const found = place ? rows.findIndex(({ id }) => id === place.id) : -1;
  const first = rows[0];
  if (!place && first) setPlace({ id: first.id, approvalId: first.approval?.id, at: 0 });
  // Rows come and go above it, too.
  if (place && found >= 0 && found !== place.at) setPlace({ ...place, at: found });

  function show(at: number) {
    const row = rows[at];
    if (row) setPlace({ id: row.id, approvalId: row.approval?.id, at });
    return row;
  }
  function move(step: 1 | -1) {
    const at = place?.at ?? 0;
    // What followed a row that is gone stands in its place now.
    const wanted = found < 0 && step === 1 ? at : at + step;
    const row = show(Math.min(rows.length - 1, Math.max(0, wanted)));
    if (row) document.getElementById(rowLinkId(row.id))?.focus();
  }
  return { current: place, show, move };
}
