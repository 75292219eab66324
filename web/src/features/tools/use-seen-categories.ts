import { useState } from 'react';

/** Every category met so far, so that choosing one does not take away the others. */
export function useSeenCategories(tools: readonly { category: string }[] | undefined): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = new Set(tools?.map(({ category }) => category)).difference(new Set(seen));
  if (fresh.size > 0) setSeen([...seen, ...fresh].sort((a, b) => a.localeCompare(b)));
  return seen;
}
