import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { GitPullRequestArrow } from 'lucide-react';
import cells from '#ui/table-cell.module.css';
import { TimeAgo } from '#ui/time-ago.tsx';
import { FoldedValue } from './folded-value.tsx';
import type { StaleEdit } from './stale-edit.ts';
import { partLabel } from './tool-diff-words.ts';

type StaleNoteProps = {
  /** Left out when it is only known that something changed. */
  stale?: StaleEdit;
  /** What it means when there is no value any more. */
  whenNull?: string;
  loading: boolean;
  onLoad: () => void;
};

/** Somebody saved in between: who, what, and how to go on without losing what was typed. */
export function StaleNote({ stale, whenNull, loading, onLoad }: StaleNoteProps) {
  const changed = Object.entries(stale?.changed ?? {});
  const wasReset = stale?.version === 0;
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<GitPullRequestArrow size={18} aria-hidden />}
      title={wasReset ? 'This tool was reset in the meantime' : 'This tool was changed in the meantime'}
    >
      <Stack gap="xs" align="flex-start">
        {stale && !wasReset && (
          <Text size="sm">
            {stale.updatedBy ?? 'Somebody'} saved version {stale.version} <TimeAgo value={stale.updatedAt} never="" />
            {changed.length > 0 ? ', and this is new:' : '.'}
          </Text>
        )}
        {!wasReset && changed.length > 0 && (
          <List size="sm" className={cells.wrap}>
            {changed.map(([part, value]) => (
              <List.Item key={part}>
                {partLabel(part)}: <FoldedValue label={partLabel(part)} value={value ?? whenNull} />
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm">Load the present version, look at it, and save again. What you typed stays.</Text>
        <Button size="xs" variant="default" loading={loading} onClick={onLoad}>
          Load the present version
        </Button>
      </Stack>
    </Alert>
  );
}
