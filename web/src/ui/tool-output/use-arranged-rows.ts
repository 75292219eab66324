import { useDeferredValue, useMemo, useState } from 'react';
import type { Values } from '#ui/schema-form/field-definition.ts';
import { type Sorting, searchText, sortRows } from './arrange-rows.ts';
import { type ColumnFilter, type FilterValues, fitsFilters } from './column-filter.ts';
import type { Column } from './output-block.ts';

export const PAGE_SIZE = 100;

/** Rows as the reader arranged them: filtered, sorted, one page of them in view. */
export function useArrangedRows(
  columns: readonly Column[],
  rows: readonly Values[],
  columnFilters: readonly ColumnFilter[],
) {
  const [sorting, setSorting] = useState<Sorting>();
  const [filter, setFilter] = useState('');
  const [filterValues, setFilterValues] = useState<FilterValues>({});
  const [wantedPage, setPage] = useState(0);
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const filtering = wanted !== '';
  const asked = useDeferredValue(filterValues);

  const chosen = useMemo(() => {
    const active = columnFilters.filter(({ name }) => asked[name] !== undefined);
    return active.length > 0 ? rows.filter((row) => fitsFilters(row, active, asked)) : rows;
  }, [rows, columnFilters, asked]);
  const searchable = useMemo(
    () => (filtering ? chosen.map((row) => ({ row, text: searchText(row, columns) })) : []),
    [chosen, columns, filtering],
  );
  const matching = useMemo(
    () => (filtering ? searchable.filter(({ text }) => text.includes(wanted)).map(({ row }) => row) : chosen),
    [searchable, chosen, wanted, filtering],
  );
  const arranged = useMemo(
    () =>
      sortRows(
        matching,
        sorting,
        columns.find(({ key }) => key === sorting?.key),
      ),
    [matching, sorting, columns],
  );

  const pages = Math.max(1, Math.ceil(arranged.length / PAGE_SIZE));
  const page = Math.min(wantedPage, pages - 1);
  return {
    arranged,
    shown: arranged.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
    page,
    pages,
    setPage,
    sorting,
    /** Ascending, descending, and back to the order of the tool. */
    sortBy: (key: string) => {
      setPage(0);
      setSorting((now) =>
        now?.key !== key ? { key, descending: false } : now.descending ? undefined : { key, descending: true },
      );
    },
    filter,
    setFilter: (text: string) => {
      setPage(0);
      setFilter(text);
    },
    filterValues,
    setFilterValues: (values: FilterValues) => {
      setPage(0);
      setFilterValues(values);
    },
    isFiltered: filtering || columnFilters.some(({ name }) => asked[name] !== undefined),
  };
}
