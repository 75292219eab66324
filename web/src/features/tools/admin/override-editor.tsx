import { Card, Code, Stack, Tabs } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { ExplainButton } from './explain-dialog.tsx';
import { OverrideForm } from './override-form.tsx';
import { VersionHistory } from './version-history.tsx';

const OverrideEditorQuery = graphql(`
  query OverrideEditorQuery($slug: String!) {
    editableTool(slug: $slug) { id name origin ...OverrideForm_tool }
  }
`);

/** The page of what a tenant may change about a tool that is code, beside what the code says. */
export function OverrideEditor({ slug }: { slug: string }) {
  const [{ data, error, fetching, stale }, ask] = useQuery({ query: OverrideEditorQuery, variables: { slug } });
  const reload = () => ask({ requestPolicy: 'network-only' });
  const note = error && <ErrorNote error={error} onRetry={reload} />;
  if (!data) return note ? <Page title="Override tool">{note}</Page> : <PageLoading />;
  const tool = data.editableTool;
  if (!tool || tool.origin === 'TENANT') {
    return (
      <Page title="Override tool">
        <EmptyState icon={SearchX} title="Nothing to override here">
          No built-in tool is called <Code>{slug}</Code>. Choose one from the list of tools.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={tool.name}
      description="What this tenant changes about a tool that is built in. What it takes and does stays as it is."
      actions={<ExplainButton slug={slug} name={tool.name} />}
    >
      {/* The form goes on behind the history: what was typed is still there. */}
      <Tabs defaultValue="override" keepMountedMode="display-none">
        <Tabs.List mb="md">
          <Tabs.Tab value="override">Override</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="override">
          <Stack gap="md">
            {note}
            <Card>
              <OverrideForm key={tool.id} tool={tool} loading={fetching || stale} onReload={reload} />
            </Card>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="history" keepMounted={false}>
          <VersionHistory slug={slug} onRestored={reload} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
