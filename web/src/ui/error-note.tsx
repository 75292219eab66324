import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { CircleAlert, CloudOff, Lock, SearchX } from 'lucide-react';
import { describeError, type ErrorKind } from '#lib/describe-error.ts';

const icons: Partial<Record<ErrorKind, typeof CircleAlert>> = {
  offline: CloudOff,
  forbidden: Lock,
  notFound: SearchX,
};

export type ErrorNoteProps = { error: CombinedError; onRetry?: () => void };

export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const { kind, title, body, requestId } = describeError(error);
  const Icon = icons[kind] ?? CircleAlert;
  return (
    <Alert
      role="alert"
      color={kind === 'unexpected' ? 'red' : 'yellow'}
      icon={<Icon size={18} aria-hidden />}
      title={title}
    >
      <Stack gap="xs">
        <Text size="sm">{body}</Text>
        {requestId && (
          <Text size="sm">
            Request <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
