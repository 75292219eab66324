import { Badge, Checkbox, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import { useViewer } from '#lib/viewer.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import { approvalPath } from './approval-path.ts';
import { describeCaller } from './approval-words.ts';
import { describeArguments } from './argument-words.ts';
import classes from './inbox-row.module.css';

export const InboxRow_item = graphql(`
  fragment InboxRow_item on InboxItem {
    id
    title
    dueAt
    createdAt
    isAssigned
    approval { id input requestedBy source mayDecide remindedAt }
  }
`);

type InboxRowProps = {
  item: FragmentType<typeof InboxRow_item>;
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Shows it beside the list; left out where there is no room, so that the link leads to its page. */
  onShow?: () => void;
};

/** Where the focus goes when keys move through the list. */
export function rowLinkId(itemId: string): string {
  return `inbox-${itemId}`;
}

export function InboxRow({ item: masked, isCurrent, isSelected, onSelect, onShow }: InboxRowProps) {
  const { id, title, dueAt, createdAt, isAssigned, approval } = readFragment(InboxRow_item, masked);
  const { tenant } = useViewer();
  useFocusKept();
  const details = describeArguments(approval?.input);
  const describedBy = details ? `${rowLinkId(id)}-input` : undefined;
  function show(event: MouseEvent) {
    // Enter comes without a pointer, and opens the page.
    const isPlain = event.detail > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!onShow || !isPlain) return;
    event.preventDefault();
    onShow();
  }
  return (
    <li className={classes.row} data-current={isCurrent}>
      <Checkbox
        aria-label={`Select ${title}`}
        aria-describedby={describedBy}
        checked={isSelected}
        disabled={!approval?.mayDecide}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <div className={classes.text}>
        {approval ? (
          <Link
            id={rowLinkId(id)}
            className={classes.link}
            to={approvalPath(tenant.slug, approval.id)}
            aria-current={isCurrent ? 'true' : undefined}
            aria-describedby={describedBy}
            onClick={show}
          >
            {title}
          </Link>
        ) : (
          <Text fw={500}>{title}</Text>
        )}
        {details && (
          <Text id={describedBy} size="sm" className={classes.about}>
            {details}
          </Text>
        )}
        <Text size="sm" c="dimmed" className={classes.about}>
          {approval && `${describeCaller(approval.requestedBy, approval.source)} · `}
          {dueAt ? 'due ' : approval ? 'asked ' : 'opened '}
          <TimeAgo value={dueAt ?? createdAt} />
        </Text>
      </div>
      {approval?.remindedAt && (
        <Badge size="sm" variant="light" color="yellow" className={classes.badge}>
          Reminder
        </Badge>
      )}
      {isAssigned && (
        <Badge size="sm" variant="light" className={classes.badge}>
          For you
        </Badge>
      )}
    </li>
  );
}
