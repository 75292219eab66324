import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Table, VisuallyHidden } from '@mantine/core';
import classes from '../entries.module.css';
import { DragHandle, EntryControls } from '../entry-controls.tsx';
import type { FieldDefinition } from '../field-definition.ts';
import { FieldSlot } from '../field-slot.tsx';
import { itemPath } from '../form-path.ts';
import type { EntryLayoutProps } from './entry-list.tsx';

/** One record a row; for records without records inside. */
export function EntryTable({ field, path, entries }: EntryLayoutProps) {
  const columns = field.items?.fields ?? [];
  return (
    <Table.ScrollContainer minWidth={columns.length * 150 + 140}>
      <Table aria-label={field.label} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.narrow} />
            {columns.map((column) => (
              <Table.Th key={column.name} scope="col" title={column.description ?? undefined}>
                {column.label}
                {column.required && <span aria-hidden> *</span>}
              </Table.Th>
            ))}
            <Table.Th className={classes.narrow}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.list.map(({ id }, index) => (
            <Row key={id} id={id} index={index} columns={columns} field={field} path={path} entries={entries} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type RowProps = EntryLayoutProps & { id: string; index: number; columns: readonly FieldDefinition[] };

function Row({ id, index, columns, field, path, entries }: RowProps) {
  const sortable = useSortable({ id });
  const { transform, transition, isDragging, setNodeRef } = sortable;
  return (
    <Table.Tr
      ref={setNodeRef}
      data-entry={index}
      data-field-path={itemPath(path, index)}
      className={isDragging ? classes.dragged : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Table.Td className={classes.narrow}>
        <DragHandle sortable={sortable} />
      </Table.Td>
      {columns.map((column) => (
        <Table.Td key={column.name} className={classes.cell}>
          <FieldSlot
            field={column}
            siblings={columns}
            parent={itemPath(path, index)}
            spokenLabel={`${column.label}, row ${index + 1}`}
          />
        </Table.Td>
      ))}
      <Table.Td className={classes.narrow}>
        <EntryControls index={index} name={field.label} entries={entries} />
      </Table.Td>
    </Table.Tr>
  );
}
