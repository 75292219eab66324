import { useDeferredValue, useMemo, useState } from 'react';
import type { Values } from '#ui/schema-form/field-definition.ts';
import { type Sorting, searchText, sortRows } from './arrange-rows.ts';
import type { Column } from './output-block.ts';

export const PAGE_SIZE = 100;

/** Rows as the reader arranged them: filtered, sorted, one page of them in view. */
export function useArrangedRows(columns: readonly Column[], rows: readonly Values[]) {
  const [sorting, setSorting] = useState<Sorting>();
  const [filter, setFilter] = useState('');
  const [wantedPage, setPage] = useState(0);
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const filtering = wanted !== '';

  const searchable = useMemo(
    () => (filtering ? rows.map((row) => ({ row, text: searchText(row, columns) })) : []),
    [rows, columns, filtering],
  );
  const matching = useMemo(
    () => (filtering ? searchable.filter(({ text }) => text.includes(wanted)).map(({ row }) => row) : rows),
    [searchable, rows, wanted, filtering],
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
  };
}
