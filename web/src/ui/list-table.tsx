import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-table.module.css';

type Column = {
  label: string;
  /** Left out on narrow screens, where the first cell repeats what matters. */
  wide?: boolean;
  /** For columns of buttons: named for screen readers only. */
  unseen?: boolean;
};

type ListTableProps = {
  caption: string;
  columns: Column[];
  children: ReactNode;
};

export function ListTable({ caption, columns, children }: ListTableProps) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing="md" className={classes.table}>
      <caption className={classes.caption}>{caption}</caption>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label, wide, unseen }) => (
            <Table.Th key={label} scope="col" visibleFrom={wide ? 'sm' : undefined}>
              {unseen ? <VisuallyHidden>{label}</VisuallyHidden> : label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}
