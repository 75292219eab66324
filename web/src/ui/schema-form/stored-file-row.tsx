import { ActionIcon, Group, Text } from '@mantine/core';
import { FileText, Trash2 } from 'lucide-react';
import type { MediaValue } from './field-definition.ts';
import { useSchemaForm } from './form-context.ts';
import { formatBytes } from './format-bytes.ts';
import classes from './stored-file-row.module.css';

export type StoredFileRowProps = { file: MediaValue; asImage: boolean; onRemove: () => void };

export function StoredFileRow({ file, asImage, onRemove }: StoredFileRowProps) {
  const { fileUrl } = useSchemaForm();
  const url = asImage && file.mediaType.startsWith('image/') ? fileUrl?.(file) : undefined;
  return (
    <Group gap="xs" wrap="nowrap" className={classes.row}>
      {url ? <img src={url} alt="" className={classes.thumbnail} /> : <FileText size={20} aria-hidden />}
      <Text size="sm" truncate flex={1}>
        {file.name}
      </Text>
      <Text size="sm" c="dimmed">
        {formatBytes(file.size)}
      </Text>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
