import { Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatNumber, plural } from '#lib/format.ts';
import type { LoadMore } from '#lib/use-load-more.ts';

type LoadMoreFooterProps = {
  list: LoadMore<unknown>;
  noun: string;
  nouns?: string;
};

/** How much of the list is on screen, said aloud when it changes, and a button while there is more. */
export function LoadMoreFooter({ list, noun, nouns = `${noun}s` }: LoadMoreFooterProps) {
  const summary = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  const shown = list.nodes?.length ?? 0;

  // The button goes away with the last page; whoever pressed it keeps a place to read on from.
  useEffect(() => {
    if (list.hasMore || !pressed.current) return;
    pressed.current = false;
    summary.current?.focus();
  }, [list.hasMore]);

  if (shown === 0) return null;
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status" ref={summary} tabIndex={-1}>
        {list.hasMore
          ? `Showing ${formatNumber(shown)} of ${plural(list.totalCount, noun, nouns)}`
          : plural(shown, noun, nouns)}
      </Text>
      {list.hasMore && (
        <Button
          size="xs"
          variant="default"
          // Not disabled meanwhile, which would take the focus away.
          aria-disabled={list.loadingMore}
          rightSection={list.loadingMore && <Loader size={12} color="gray" aria-hidden />}
          onClick={() => {
            pressed.current = true;
            if (!list.loadingMore) list.loadMore();
          }}
        >
          Load more
        </Button>
      )}
    </Group>
  );
}
