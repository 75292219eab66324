import type { ToolFilter, ToolKind, ToolOrigin } from '#gql/graphql.ts';

export type ToolFilterValues = {
  search: string;
  origin: ToolOrigin | null;
  kind: ToolKind | null;
  category: string | null;
  includeUnavailable: boolean;
};

export const noToolFilters: ToolFilterValues = {
  search: '',
  origin: null,
  kind: null,
  category: null,
  includeUnavailable: false,
};

/** Null when nothing is filtered. */
export function toToolFilter({ search, origin, kind, category, includeUnavailable }: ToolFilterValues) {
  const filter: ToolFilter = {
    ...(search.trim() && { search: search.trim() }),
    ...(origin && { origin }),
    ...(kind && { kind }),
    ...(category && { category }),
    ...(includeUnavailable && { includeUnavailable }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
}

/** Whether the filter leaves tools out. */
export function isNarrowed({ search, origin, kind, category }: ToolFilterValues): boolean {
  return Boolean(search.trim() || origin || kind || category);
}
