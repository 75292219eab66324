import { Card, Stack } from '@mantine/core';
import { History } from 'lucide-react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { useGatedAction } from './use-gated-action.ts';
import { VersionComparison } from './version-comparison.tsx';
import { VersionTable } from './version-table.tsx';

const VersionHistoryQuery = graphql(`
  query VersionHistoryQuery($slug: String!) {
    editableTool(slug: $slug) {
      id
      origin
      version
      versions { version ...VersionTable_version }
    }
  }
`);

const VersionHistory_restore = graphql(`
  mutation VersionHistory_restore($input: RestoreToolVersionInput!) {
    restoreToolVersion(input: $input) { tool { id version } }
  }
`);

type VersionHistoryProps = { slug: string; onRestored?: () => void };

export function VersionHistory({ slug, onRestored }: VersionHistoryProps) {
  const [{ data, error }, ask] = useQuery({ query: VersionHistoryQuery, variables: { slug } });
  const mayUpdate = useCan('tools.tenant.update');
  const mayOverride = useCan('tools.system.override');
  const restore = useGatedAction(VersionHistory_restore, () => 'Restored. It holds from now on as a new version.');

  async function confirmRestoring(version: number, toolVersion: number) {
    const confirmed = await confirmAction({
      title: `Restore version ${version}?`,
      body: 'It is saved once more as a new version and holds at once. The versions in between stay in the history.',
      confirmLabel: 'Restore version',
    });
    if (confirmed && (await restore({ slug, version, toolVersion }))) onRestored?.();
  }

  return (
    <Card>
      <Loaded
        data={data}
        error={error}
        retry={() => ask({ requestPolicy: 'network-only' })}
        loading={<TableLoading rows={3} />}
      >
        {({ editableTool }) => {
          const versions = editableTool?.versions ?? [];
          if (!editableTool || versions.length === 0) return <NoVersions />;
          const { origin, version: present } = editableTool;
          const mayRestore = origin === 'TENANT' ? mayUpdate : mayOverride;
          return (
            <Stack gap="lg">
              <VersionTable
                versions={versions}
                onRestore={mayRestore ? (version) => confirmRestoring(version, present) : undefined}
              />
              <VersionComparison
                key={versions[0]?.version}
                slug={slug}
                versions={versions.map(({ version }) => version)}
              />
            </Stack>
          );
        }}
      </Loaded>
    </Card>
  );
}

function NoVersions() {
  return (
    <EmptyState icon={History} title="No versions yet">
      Each save that changes the tool is kept here. What is built in changes with releases.
    </EmptyState>
  );
}
