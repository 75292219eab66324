import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '#lib/format.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Page } from '#ui/page.tsx';
import { EventCount } from './event-count.tsx';
import {
  isNarrowed,
  noEventFilters,
  readEventFilters,
  writeEventFilters,
  writeRunsAddress,
} from './event-filter-values.ts';
import { EventFilters } from './event-filters.tsx';
import { EventList } from './event-list.tsx';
import { NoEvents } from './no-events.tsx';
import { SessionDrawer } from './session-drawer.tsx';
import { SpokenCount } from './spoken-count.tsx';
import { StreamState } from './stream-state.tsx';
import type { FollowedEvents } from './use-event-stream.ts';
import { useSessionInAddress } from './use-session-in-address.ts';
import { useToolEvents } from './use-tool-events.ts';

export function EventsPage() {
  const home = `/t/${useViewer().tenant.slug}`;
  const everybody = useCan('sessions.tenant.read');
  const [params, setParams] = useSearchParams();
  const filters = readEventFilters(params);
  const setFilters = (values: typeof filters) => setParams(writeEventFilters(params, values), { replace: true });
  // The session in the address is no filter: opening it must not begin the stream anew.
  const stream = useToolEvents(String(writeEventFilters(new URLSearchParams(), filters)));
  const session = useSessionInAddress();

  return (
    <Page
      title="Events"
      description={`What ${everybody ? 'everybody in this tenant runs' : 'you run'}, as it happens, newest last.`}
      actions={<PauseButton stream={stream} />}
    >
      <EventFilters value={filters} onChange={setFilters} />
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <StreamState state={stream.state} paused={stream.paused} />
          <EventCount
            stream={stream}
            filters={filters}
            everybody={everybody}
            runsPath={`${home}/${writeRunsAddress(filters)}`}
          />
        </Group>
        {stream.mayHaveMissed && (
          <Alert color="yellow" title="Something may be missing">
            The connection was lost before the first event came. What happened meanwhile is under{' '}
            <Anchor component={Link} to={`${home}/runs`} inherit>
              Runs
            </Anchor>
            .
          </Alert>
        )}
        {stream.error && <ErrorNote error={stream.error} onRetry={stream.retry} />}
        {stream.events.length > 0 ? (
          <EventList label="Events, newest last" events={stream.events} onSession={session.open} />
        ) : (
          !stream.error && (
            <NoEvents narrowed={isNarrowed(filters)} home={home} onShowAll={() => setFilters(noEventFilters)} />
          )
        )}
      </Stack>
      <SpokenCount received={stream.received} />
      <SessionDrawer sessionId={session.id} onClose={session.close} />
    </Page>
  );
}

function PauseButton({ stream }: { stream: FollowedEvents }) {
  const { paused, waiting, pause, resume } = stream;
  return (
    <Button
      variant="default"
      leftSection={paused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
      onClick={paused ? resume : pause}
    >
      {paused ? 'Resume' : 'Pause'}
      {waiting > 0 && ` (${formatNumber(waiting)} waiting)`}
    </Button>
  );
}
