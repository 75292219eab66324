import { Stack } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

type LoadedProps<Data> = {
  data: Data | null | undefined;
  error: CombinedError | undefined;
  retry: () => void;
  /** The skeleton of what will be here. */
  loading: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What was loaded stays on screen while it is refreshed, even if the refresh fails. */
export function Loaded<Data>({ data, error, retry, loading, children }: LoadedProps<Data>) {
  const note = error && <ErrorNote error={error} onRetry={retry} />;
  if (data === undefined || data === null) return note ?? loading;
  return (
    <Stack gap="md">
      {note}
      <div>{children(data)}</div>
    </Stack>
  );
}
