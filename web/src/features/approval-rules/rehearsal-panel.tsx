import { Badge, Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { History } from 'lucide-react';
import { ErrorNote } from '#ui/error-note.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';
import { useRehearsal } from './use-rehearsal.ts';

const spans = [7, 30, 90].map((days) => ({ value: String(days), label: `${days} days` }));

/** Tries the draft on calls that were really made, in the place of the rule it changes; a new one comes behind all. */
export function RehearsalPanel({ ruleId }: { ruleId?: string }) {
  const { days, setDays, done, running, isStale, run } = useRehearsal(ruleId);
  return (
    <SectionCard
      title="Rehearsal"
      description={`Judges calls of the past with this draft ${ruleId ? 'in its place' : 'behind the other rules'}. Nothing is changed and nobody is asked.`}
      actions={
        isStale && (
          <Badge variant="light" color="yellow">
            Out of date
          </Badge>
        )
      }
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="How far back to look"
          data={spans}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
        <Button
          variant="default"
          leftSection={<History size={16} aria-hidden />}
          loading={running}
          onClick={() => void run()}
        >
          {done ? 'Rehearse again' : 'Rehearse'}
        </Button>
        <div aria-live="polite">
          {isStale && (
            <Text size="sm" mb="xs">
              The draft has changed since. Rehearse again to see what it does now.
            </Text>
          )}
          {done?.error && <ErrorNote error={done.error} />}
          {done?.result && <RehearsalResult result={done.result} days={done.days} />}
        </div>
      </Stack>
    </SectionCard>
  );
}
