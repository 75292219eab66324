import { Alert, Button, Stack } from '@mantine/core';
import { CircleAlert } from 'lucide-react';

type ProblemNoteProps = { message: string; onRetry?: () => void };

/** For requests outside of GraphQL, which fail with one sentence. */
export function ProblemNote({ message, onRetry }: ProblemNoteProps) {
  return (
    <Alert role="alert" color="red" icon={<CircleAlert size={18} aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        {message}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
