import { ActionIcon, Card, Checkbox, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Inbox, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { InboxPageQueryQuery } from '#gql/graphql.ts';
import { useLoadMore } from '#lib/use-load-more.ts';
import { useViewer } from '#lib/viewer.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { ApprovalPane } from './approval-pane.tsx';
import { approvalPath } from './approval-path.ts';
import { InboxBulk } from './inbox-bulk.tsx';
import { InboxHelp } from './inbox-help.tsx';
import classes from './inbox-page.module.css';
import { InboxRow, InboxRow_item } from './inbox-row.tsx';
import { useInboxPlace } from './use-inbox-place.ts';
import { useKeys } from './use-keys.ts';

const InboxPageQuery = graphql(`
  query InboxPageQuery($after: String) {
    myInbox(first: 20, after: $after) {
      totalCount
      edges { node { id ...InboxRow_item } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const select = (data: InboxPageQueryQuery) => data.myInbox;

export function InboxPage() {
  const { tenant } = useViewer();
  const navigate = useNavigate();
  const isWide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  const [helpOpened, help] = useDisclosure(false);
  const list = useLoadMore({ query: InboxPageQuery, variables: {}, select });
  const items = (list.nodes ?? []).map((node) => ({ node, ...readFragment(InboxRow_item, node) }));
  const place = useInboxPlace(items);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());

  const decidable = items.filter(({ approval }) => approval?.mayDecide);
  const selected = decidable.filter(({ id }) => ticked.has(id));
  const here = items.find(({ id }) => id === place.current?.id);
  const shownId = place.current?.approvalId;

  function tick(id: string, isTicked: boolean) {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  }
  const open = () => shownId && void navigate(approvalPath(tenant.slug, shownId));
  useKeys({
    j: () => place.move(1),
    k: () => place.move(-1),
    x: () => here?.approval?.mayDecide && tick(here.id, !ticked.has(here.id)),
    Enter: open,
    '?': help.open,
  });

  return (
    <Page
      title="Inbox"
      description="What waits on you, due first."
      actions={
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Keys of the inbox"
          aria-keyshortcuts="?"
          onClick={help.open}
        >
          <Keyboard size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <InboxHelp opened={helpOpened} onClose={help.close} />
      <div className={classes.split} data-wide={isWide}>
        <Card>
          <Loaded data={list.nodes} error={list.error} retry={list.retry} loading={<TableLoading />}>
            {() => (
              <Stack gap="sm">
                <InboxBulk
                  selected={selected.map(({ title, approval }) => ({ id: approval!.id, title }))}
                  onClear={() => setTicked(new Set())}
                />
                {items.length === 0 && (
                  <EmptyState icon={Inbox} title="Nothing waits on you">
                    Calls that need your decision appear here by themselves.
                  </EmptyState>
                )}
                {decidable.length > 1 && (
                  <Checkbox
                    label="Select all shown"
                    checked={selected.length === decidable.length}
                    indeterminate={selected.length > 0 && selected.length < decidable.length}
                    onChange={({ currentTarget }) =>
                      setTicked(new Set(currentTarget.checked ? decidable.map(({ id }) => id) : []))
                    }
                  />
                )}
                <ul className={classes.list} aria-label="What waits on you">
                  {items.map(({ node, id }, at) => (
                    <InboxRow
                      key={id}
                      item={node}
                      isCurrent={id === place.current?.id}
                      isSelected={ticked.has(id)}
                      onSelect={(isTicked) => tick(id, isTicked)}
                      onShow={isWide ? () => place.show(at) : undefined}
                    />
                  ))}
                </ul>
                <LoadMoreFooter list={list} noun="thing that waits" nouns="things that wait" />
              </Stack>
            )}
          </Loaded>
        </Card>
        {isWide && shownId && <ApprovalPane id={shownId} />}
      </div>
    </Page>
  );
}
