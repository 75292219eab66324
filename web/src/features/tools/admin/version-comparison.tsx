import { Group, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { ToolDiff } from './tool-diff.tsx';

/** The server compares each version with the older one; only one of the answers is shown. */
const VersionComparisonQuery = graphql(`
  query VersionComparisonQuery($slug: String!, $since: Int!) {
    editableTool(slug: $slug) {
      id
      versions {
        version
        changes(since: $since) { ...ToolDiff_difference }
      }
    }
  }
`);

type VersionComparisonProps = {
  slug: string;
  /** Newest first. */
  versions: readonly number[];
};

/** The differences of any two versions; at first of the latest and the one before. */
export function VersionComparison({ slug, versions }: VersionComparisonProps) {
  const [latest = 1, before = latest] = versions;
  const [newer, setNewer] = useState(latest);
  const [older, setOlder] = useState(before);
  if (versions.length < 2) {
    return (
      <Text size="sm" c="dimmed">
        This is the first version. Save a change, and you can compare the two here.
      </Text>
    );
  }
  const options = versions.map((version) => ({ value: String(version), label: `Version ${version}` }));
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Compare
      </Title>
      <Group gap="sm">
        <Select
          label="From"
          data={options}
          value={String(older)}
          allowDeselect={false}
          flex="1 1 140px"
          onChange={(value) => value && setOlder(Number(value))}
        />
        <Select
          label="To"
          data={options}
          value={String(newer)}
          allowDeselect={false}
          flex="1 1 140px"
          onChange={(value) => value && setNewer(Number(value))}
        />
      </Group>
      <Comparison key={older} slug={slug} older={older} newer={newer} />
    </Stack>
  );
}

function Comparison({ slug, older, newer }: { slug: string; older: number; newer: number }) {
  const [{ data, error }, ask] = useQuery({
    query: VersionComparisonQuery,
    variables: { slug, since: older },
    // Versions are kept by their place in the list, and a new one moves all others.
    requestPolicy: 'network-only',
  });
  const changes = data?.editableTool?.versions?.find(({ version }) => version === newer)?.changes;
  return (
    <Loaded
      data={changes}
      error={error}
      retry={() => ask({ requestPolicy: 'network-only' })}
      loading={<TableLoading rows={2} />}
    >
      {(differences) => <ToolDiff differences={differences} />}
    </Loaded>
  );
}
