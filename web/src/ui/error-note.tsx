import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { CircleAlert, CloudOff, Lock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeError, type ErrorKind } from '#lib/describe-error.ts';

const icons: Partial<Record<ErrorKind, typeof CircleAlert>> = {
  offline: CloudOff,
  forbidden: Lock,
  notFound: SearchX,
};

export type ErrorNoteProps = {
  error: CombinedError;
  onRetry?: () => void;
  /** What to do next, where the page knows more than the error does. */
  children?: ReactNode;
};

export function ErrorNote({ error, onRetry, children }: ErrorNoteProps) {
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
        {children}
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
