import { Button } from '@mantine/core';
import { ListFilter, Radio } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '#ui/empty-state.tsx';

type NoEventsProps = { narrowed: boolean; home: string; onShowAll: () => void };

export function NoEvents({ narrowed, home, onShowAll }: NoEventsProps) {
  if (narrowed) {
    const showAll = (
      <Button variant="default" onClick={onShowAll}>
        Show all events
      </Button>
    );
    return (
      <EmptyState icon={ListFilter} title="No event fits so far" action={showAll}>
        Events that fit the filters appear here as they happen.
      </EmptyState>
    );
  }
  const run = (
    <Button component={Link} to={`${home}/tools`}>
      Choose a tool to run
    </Button>
  );
  return (
    <EmptyState icon={Radio} title="Waiting for the first event" action={run}>
      Run a tool, and its events appear here at once. Older ones are found under Runs.
    </EmptyState>
  );
}
