import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Badge, Group, Stack, Switch, Text } from '@mantine/core';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import { useViewer } from '#lib/viewer.tsx';
import entries from '#ui/schema-form/entries.module.css';
import { DragHandle } from '#ui/schema-form/entry-controls.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import type { ListedRule } from './rule-list.tsx';
import classes from './rule-row.module.css';
import { RuleRowActions } from './rule-row-actions.tsx';
import { isSpent, toVerdict, usesInWords, verdictColours, verdictLabels } from './rule-words.ts';
import type { RuleActions } from './use-rule-actions.ts';

type RuleRowProps = {
  rule: ListedRule;
  index: number;
  isLast: boolean;
  /** Left out for those who may only look. */
  actions: RuleActions | undefined;
  onMove: (to: number) => void;
};

export function RuleRow({ rule, index, isLast, actions, onMove }: RuleRowProps) {
  const sortable = useSortable({ id: rule.id, disabled: !actions });
  const { tenant } = useViewer();
  useFocusKept();
  const { transform, transition, isDragging, setNodeRef } = sortable;
  const verdict = toVerdict(rule.verdict);
  const uses = usesInWords(rule.used, rule.limit);
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? `${entries.entry} ${entries.dragged}` : entries.entry}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {actions ? <DragHandle sortable={sortable} /> : <span className={classes.number}>{index + 1}</span>}
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={500} className={classes.words}>
            {rule.name}
          </Text>
          <Badge variant="light" color={verdictColours[verdict]}>
            {verdictLabels[verdict]}
          </Badge>
          {!rule.enabled && (
            <Badge variant="light" color="gray">
              Off
            </Badge>
          )}
          {isSpent(rule, Date.now()) && (
            <Badge variant="light" color="gray">
              Over
            </Badge>
          )}
        </Group>
        <Text size="sm" className={classes.words}>
          {rule.inWords}
        </Text>
        <Text size="xs" c="dimmed" className={classes.words}>
          {uses && `${uses} · `}
          {rule.endsAt && (
            <>
              {Date.parse(rule.endsAt) > Date.now() ? 'Ends' : 'Ended'} <TimeAgo value={rule.endsAt} /> ·{' '}
            </>
          )}
          Saved by {rule.updatedBy} <TimeAgo value={rule.updatedAt} />
        </Text>
      </Stack>
      {actions ? (
        <Group gap="xs" wrap="nowrap">
          <Switch
            aria-label={`Use ${rule.name}`}
            checked={rule.enabled}
            onChange={(event) => actions.setEnabled(rule, event.currentTarget.checked)}
          />
          <RuleRowActions
            rule={rule}
            index={index}
            isLast={isLast}
            tenantSlug={tenant.slug}
            onMove={onMove}
            onRemove={() => actions.remove(rule)}
          />
        </Group>
      ) : (
        <span />
      )}
    </li>
  );
}
