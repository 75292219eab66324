import { Table } from '@mantine/core';
import { ownValue } from '../field-definition.ts';
import { FieldValue } from '../field-values.tsx';
import type { EntriesProps } from './array-display.tsx';

export function RecordTable({ items, entries }: EntriesProps) {
  const columns = items.fields ?? [];
  const rows = entries.map((entry, index) => ({ key: `row-${index}`, entry }));
  return (
    <Table.ScrollContainer minWidth={columns.length * 110}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.name} scope="col">
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, entry }) => (
            <Table.Tr key={key}>
              {columns.map((column) => (
                <Table.Td key={column.name}>
                  <FieldValue field={column} value={ownValue(entry, column.name)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
