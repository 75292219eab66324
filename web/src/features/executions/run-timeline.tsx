import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { formatDateTime, plural } from '#lib/format.ts';
import { JsonView } from '#ui/tool-output/json-view.tsx';
import { describeEntry } from './describe-entry.ts';
import { type RunEvent, type TimelineEntry, toTimeline } from './run-events.ts';
import classes from './run-timeline.module.css';
import { formatDuration } from './run-words.ts';

const FIRST_ENTRIES = 100;

type RunTimelineProps = { events: readonly RunEvent[]; runId: string; over: boolean };

/** What happened in a run, in its order. */
export function RunTimeline({ events, runId, over }: RunTimelineProps) {
  const entries = useMemo(() => toTimeline(events, runId), [events, runId]);
  const [whole, setWhole] = useState(false);
  const [first] = entries;
  if (!first) return <Text c="dimmed">The events of this run come over the live connection, and appear here.</Text>;
  const begin = Date.parse(first.at);
  const shown = whole ? entries : entries.slice(0, FIRST_ENTRIES);
  return (
    <Stack gap="sm">
      <ol className={classes.list} aria-label={over ? 'Events' : 'Events so far'}>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} offset={Date.parse(entry.at) - begin} />
        ))}
      </ol>
      {shown.length < entries.length && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setWhole(true)}>
            Show {plural(entries.length - shown.length, 'more event')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Entry({ entry, offset }: { entry: TimelineEntry; offset: number }) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const words = describeEntry(entry);
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <time dateTime={entry.at} title={formatDateTime(entry.at)} className={classes.offset}>
          +{formatDuration(offset)}
        </time>
        <Text className={classes.words}>{words}</Text>
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.more}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          aria-label={`${opened ? 'Hide' : 'Show'} details of: ${words}`}
          onClick={() => setOpened(!opened)}
        >
          {opened ? 'Hide details' : 'Show details'}
        </Button>
      </div>
      {opened && (
        <div id={id}>
          <JsonView value={entry.payload} label={`${words}, as JSON`} />
        </div>
      )}
    </li>
  );
}
