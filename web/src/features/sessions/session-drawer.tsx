import { Badge, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { formatDateTime } from '#lib/format.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { EventList } from './event-list.tsx';
import { StreamState } from './stream-state.tsx';
import { useSessionEvents } from './use-session-events.ts';

const SessionDrawerQuery = graphql(`
  query SessionDrawerQuery($id: ID!) {
    session(id: $id) { id title startedBy createdAt test }
  }
`);

type SessionDrawerProps = { sessionId: string | null; onClose: () => void };

/** One piece of work from its first event on. */
export function SessionDrawer({ sessionId, onClose }: SessionDrawerProps) {
  return (
    <Drawer opened={sessionId !== null} onClose={onClose} position="right" size="xl" padding="lg" title="Session">
      {sessionId && <SessionEvents key={sessionId} sessionId={sessionId} />}
    </Drawer>
  );
}

function SessionEvents({ sessionId }: { sessionId: string }) {
  const [{ data, error }, ask] = useQuery({ query: SessionDrawerQuery, variables: { id: sessionId } });
  const stream = useSessionEvents(sessionId);
  const problem = error ?? stream.error;
  const session = data?.session;
  const retry = () => {
    ask({ requestPolicy: 'network-only' });
    stream.retry();
  };
  if (data && !session) return <Text>This session does not exist, or it is not open to you.</Text>;
  return (
    <Stack gap="sm">
      {session && (
        <Group gap="xs">
          <Text fw={500}>{session.title}</Text>
          {session.test && (
            <Badge variant="light" color="gray">
              Trial
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            Begun by {session.startedBy}, {formatDateTime(session.createdAt)}
          </Text>
        </Group>
      )}
      <StreamState state={stream.state} paused={false} />
      {problem && <ErrorNote error={problem} onRetry={retry} />}
      {stream.events.length > 0 ? (
        <EventList label="Events of the session, newest last" events={stream.events} />
      ) : (
        !problem && <TableLoading />
      )}
    </Stack>
  );
}
