import { Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useContext, useMemo } from 'react';
import { plural } from '#lib/format.ts';
import { ownValue } from '#ui/schema-form/field-definition.ts';
import { CellValue } from './cell-value.tsx';
import type { ColumnFilter } from './column-filter.ts';
import { ColumnFilters } from './column-filters.tsx';
import type { Column, TableBlock } from './output-block.ts';
import { OutputContext } from './output-context.ts';
import { isNumeric } from './read-rows.ts';
import { SortableHeader } from './sortable-header.tsx';
import { TablePager } from './table-pager.tsx';
import { TableTools } from './table-tools.tsx';
import classes from './table-view.module.css';
import { PAGE_SIZE, useArrangedRows } from './use-arranged-rows.ts';

export type TableViewProps = Pick<TableBlock, 'columns' | 'rows' | 'schema'> & { title?: string };

export function TableView({ columns, rows, schema, title = 'Table' }: TableViewProps) {
  const { tableFilters } = useContext(OutputContext);
  const filters = useMemo(() => filtersOf(columns, tableFilters?.get(schema)), [columns, tableFilters, schema]);
  const view = useArrangedRows(columns, rows, filters);
  const numeric = useMemo(() => new Set(columns.filter(({ key }) => isNumeric(rows, key))), [columns, rows]);
  if (rows.length === 0) return <Text c="dimmed">No rows.</Text>;

  const keyed = view.shown.map((row, index) => ({ row, key: `row-${view.page * PAGE_SIZE + index}` }));
  const found = plural(view.arranged.length, 'row');
  return (
    <Stack gap="xs">
      <TableTools title={title} columns={columns} rows={view.arranged} filter={view.filter} onFilter={view.setFilter} />
      {filters.length > 0 && (
        <ColumnFilters title={title} filters={filters} values={view.filterValues} onChange={view.setFilterValues} />
      )}
      {/* A new page starts at its top. No landmark: a page may show many tables. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, and the keyboard must be able to scroll them */}
      <div key={view.page} className={classes.scroll} role="group" aria-label={title} tabIndex={0}>
        <Table verticalSpacing={6} horizontalSpacing="sm">
          <caption className={classes.caption}>{title}</caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <SortableHeader
                  key={column.key}
                  column={column}
                  numeric={numeric.has(column)}
                  sorting={view.sorting}
                  onSort={view.sortBy}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keyed.map(({ row, key }) => (
              <Table.Tr key={key}>
                {columns.map((column) => (
                  <Table.Td key={column.key} className={classes.cell} data-numeric={numeric.has(column) || undefined}>
                    <CellValue value={ownValue(row, column.key)} format={column.format} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {view.arranged.length === 0 && <Text c="dimmed">{describeNothing(view.filter.trim())}</Text>}
      {view.pages > 1 && (
        <TablePager title={title} page={view.page} total={view.arranged.length} onPage={view.setPage} />
      )}
      <VisuallyHidden role="status">{view.isFiltered ? `${found} found` : ''}</VisuallyHidden>
    </Stack>
  );
}

/** Under the names that the columns have here, in their order. */
function filtersOf(columns: readonly Column[], known: readonly ColumnFilter[] = []): ColumnFilter[] {
  return columns.flatMap(({ key, label }) => {
    const filter = known.find(({ name }) => name === key);
    return filter ? [{ ...filter, label }] : [];
  });
}

const describeNothing = (text: string) => (text === '' ? 'No row fits the filters.' : `No row contains “${text}”.`);
