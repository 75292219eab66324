import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { X } from 'lucide-react';
import type { Upload } from './use-uploads.ts';

export function UploadRow({ upload }: { upload: Upload }) {
  const { name, share, failure, retry, stop } = upload;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate>
          {name}
        </Text>
        <Group gap={4} wrap="nowrap">
          {failure && (
            <Button size="compact-xs" variant="default" aria-label={`Try again with ${name}`} onClick={retry}>
              Try again
            </Button>
          )}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={failure ? `Dismiss ${name}` : `Stop uploading ${name}`}
            onClick={stop}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {failure ? (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      ) : (
        <Progress.Root size="sm">
          <Progress.Section value={share * 100} aria-label={`Uploading ${name}`} />
        </Progress.Root>
      )}
    </div>
  );
}
