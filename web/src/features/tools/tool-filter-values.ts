import type { ToolFilter, ToolKind, ToolOrigin } from '#gql/graphql.ts';

export type ToolFilterValues = {
  search: string;
  origin: ToolOrigin | null;
  kind: ToolKind | null;
  category: string | null;
  favourites: boolean;
  includeUnavailable: boolean;
};

export const noToolFilters: ToolFilterValues = {
  search: '',
  origin: null,
  kind: null,
  category: null,
  favourites: false,
  includeUnavailable: false,
};

/** Null when nothing is filtered. */
export function toToolFilter(values: ToolFilterValues) {
  const { search, origin, kind, category, favourites, includeUnavailable } = values;
  const filter: ToolFilter = {
    ...(search.trim() && { search: search.trim() }),
    ...(origin && { origin }),
    ...(kind && { kind }),
    ...(category && { category }),
    ...(favourites && { favourites }),
    ...(includeUnavailable && { includeUnavailable }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
}

/** Whether the filter leaves tools out, favourites aside. */
export function isNarrowed({ search, origin, kind, category }: ToolFilterValues): boolean {
  return Boolean(search.trim() || origin || kind || category);
}
