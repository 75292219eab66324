import { Alert } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { CloudOff } from 'lucide-react';
import { errorKind } from '#lib/describe-error.ts';
import { ErrorNote } from '#ui/error-note.tsx';

/** Why a run under way cannot be looked at just now. It must not sound as if it had to be made again. */
export function RunTrouble({ error }: { error: CombinedError }) {
  const kind = errorKind(error);
  if (kind !== 'offline' && kind !== 'busy') return <ErrorNote error={error} />;
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<CloudOff size={18} aria-hidden />}
      title="Toolcrib cannot be reached just now"
    >
      The call was accepted and does not need this page. There is nothing to run again: what came of it is shown here
      once the connection is back.
    </Alert>
  );
}
