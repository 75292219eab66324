import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Pencil, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';
import { useViewer } from '#lib/viewer.tsx';
import { isRecord } from '#ui/schema-form/field-definition.ts';
import { newCallKey } from './call-key.ts';
import { hasHidden, withoutHidden } from './hidden-values.ts';
import { runPath } from './run-path.ts';
import type { FollowedRun } from './use-followed-run.ts';

const RunAgain_executeTool = graphql(`
  mutation RunAgain_executeTool($input: ExecuteToolInput!) {
    executeTool(input: $input) { run { id } error { code message } }
  }
`);

/** Makes the same call once more, or takes its input to the form. */
export function RunAgain({ run }: { run: FollowedRun }) {
  const { tenant } = useViewer();
  const navigate = useNavigate();
  const execute = useAction(RunAgain_executeTool);
  const [sending, setSending] = useState(false);
  // Kept until an answer is there: pressed again after a broken connection, it is still the same call.
  const key = useRef<string>(undefined);
  const { toolSlug: slug, test } = run;
  const input = isRecord(run.input) ? run.input : {};

  async function press() {
    if (sending) return;
    setSending(true);
    key.current ??= newCallKey();
    const data = await execute({ input: { slug, input, mode: 'ASYNC', idempotencyKey: key.current, test } });
    setSending(false);
    if (!data) return;
    key.current = undefined;
    const { run: next, error } = data.executeTool;
    if (next) return navigate(runPath(tenant.slug, next.id));
    const message = `${error?.message ?? 'Nothing was run.'} The tool may have changed: use “Edit and run”.`;
    notifications.show({ color: 'red', title: 'The input does not fit any more', message });
  }

  return (
    <>
      {!hasHidden(input) && (
        <Button size="xs" leftSection={<RotateCw size={14} aria-hidden />} aria-disabled={sending} onClick={press}>
          Run again
        </Button>
      )}
      <Button
        component={Link}
        to={`/t/${tenant.slug}/tools/${encodeURIComponent(slug)}`}
        state={{ input: withoutHidden(input) }}
        size="xs"
        variant="default"
        leftSection={<Pencil size={14} aria-hidden />}
      >
        Edit and run
      </Button>
    </>
  );
}
