import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { formatNumber, plural } from '#lib/format.ts';

const GrantPreviewQuery = graphql(`
  query GrantPreviewQuery($id: ID!, $forCaller: Boolean!, $limit: Int, $since: DateTime!) {
    approval(id: $id) {
      id
      rehearseAlwaysAllow(forCaller: $forCaller, limit: $limit, since: $since) { looked changed }
    }
  }
`);

const DAYS = 30;
const DAY_MS = 86_400_000;

type GrantPreviewProps = { approvalId: string; forCaller: boolean; limit: number | null };

/** What the grant would have let pass, so that nobody opens a door wider than they meant. */
export function GrantPreview({ approvalId, forCaller, limit }: GrantPreviewProps) {
  const [since] = useState(() => new Date(Date.now() - DAYS * DAY_MS).toISOString());
  const [settledLimit] = useDebouncedValue(limit, 300);
  const [{ data, fetching }] = useQuery({
    query: GrantPreviewQuery,
    variables: { id: approvalId, forCaller, limit: settledLimit, since },
  });
  const rehearsal = data?.approval?.rehearseAlwaysAllow;
  return (
    <Text size="sm" role="status">
      {fetching && 'Looking at the calls of the past…'}
      {!fetching && rehearsal && inWords(rehearsal)}
      {!fetching && !rehearsal && 'What it would have let pass could not be looked up. You can allow it all the same.'}
    </Text>
  );
}

function inWords({ looked, changed }: { looked: number; changed: number }): string {
  const among = `Of ${plural(looked, 'call')} in the last ${DAYS} days, `;
  return `${among}${changed === 0 ? 'none' : formatNumber(changed)} that waited would have run at once.`;
}
