import { Table, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { Sorting } from './arrange-rows.ts';
import type { Column } from './output-block.ts';
import classes from './table-view.module.css';

type SortableHeaderProps = { column: Column; numeric: boolean; sorting?: Sorting; onSort: (key: string) => void };

export function SortableHeader({ column, numeric, sorting, onSort }: SortableHeaderProps) {
  const active = sorting?.key === column.key ? sorting : undefined;
  const order = active && (active.descending ? 'descending' : 'ascending');
  const Icon = active ? (active.descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <Table.Th scope="col" aria-sort={order} className={classes.head} data-numeric={numeric || undefined}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(column.key)}>
        <span>{column.label}</span>
        <Icon size={14} aria-hidden className={classes.arrow} data-active={active ? true : undefined} />
      </UnstyledButton>
    </Table.Th>
  );
}
