import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useViewer } from '#lib/viewer.tsx';
import { runPath } from './run-path.ts';

export function OpenRun({ runId }: { runId: string }) {
  const { tenant } = useViewer();
  return (
    <Anchor component={Link} to={runPath(tenant.slug, runId)} size="sm">
      Open run
    </Anchor>
  );
}
