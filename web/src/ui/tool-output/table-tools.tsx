import { Button, Group, TextInput } from '@mantine/core';
import { Download, Search } from 'lucide-react';
import { useContext } from 'react';
import type { Values } from '#ui/schema-form/field-definition.ts';
import { downloadText, fileName } from './download-text.ts';
import type { Column } from './output-block.ts';
import { OutputContext } from './output-context.ts';
import { toCsv } from './to-csv.ts';

type TableToolsProps = {
  title: string;
  columns: readonly Column[];
  /** What is exported: all pages of what the reader filtered and sorted. */
  rows: readonly Values[];
  filter: string;
  onFilter: (text: string) => void;
};

export function TableTools({ title, columns, rows, filter, onFilter }: TableToolsProps) {
  const { toolSlug } = useContext(OutputContext);
  const save = () => downloadText(fileName([toolSlug, title], 'csv'), 'text/csv', toCsv(columns, rows));
  return (
    <Group gap="xs" justify="space-between">
      <TextInput
        size="xs"
        flex="1 1 160px"
        maw={280}
        aria-label={`Filter ${title}`}
        placeholder="Filter rows"
        leftSection={<Search size={14} aria-hidden />}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        aria-label={`Export CSV of ${title}`}
        onClick={save}
      >
        Export CSV
      </Button>
    </Group>
  );
}
