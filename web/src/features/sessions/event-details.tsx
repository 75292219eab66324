import { Box, Text } from '@mantine/core';
import { formatDateTime } from '#lib/format.ts';
import { JsonView } from '#ui/tool-output/json-view.tsx';
import type { StreamedEvent } from './streamed-event.ts';

export function EventDetails({ event }: { event: StreamedEvent }) {
  return (
    <Box px="sm" pb="sm">
      <Text size="sm" c="dimmed" mb={6}>
        {event.type}, number {event.seq} of its session, {formatDateTime(event.createdAt)}, {event.actor}
      </Text>
      <JsonView label="payload as JSON" value={event.payload} />
    </Box>
  );
}
