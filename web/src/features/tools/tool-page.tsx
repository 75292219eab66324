import { Anchor, Button, Stack } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useQuery } from 'urql';
import { RunHistory } from '#features/executions/run-history.tsx';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageLoading } from '#ui/loading.tsx';
import { NotFound } from '#ui/not-found.tsx';
import { Page } from '#ui/page.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { KeptBackNote } from './kept-back-note.tsx';
import { ToolAbout } from './tool-about.tsx';
import { ToolFaces } from './tool-faces.tsx';

const ToolPageQuery = graphql(`
  query ToolPageQuery($slug: String!) {
    tool(slug: $slug) { id slug name description ...ToolAbout_tool ...ToolFaces_tool ...FavouriteButton_tool }
  }
`);

/** Editors see a tool also while nobody can use it. */
const ToolPage_editableQuery = graphql(`
  query ToolPage_editableQuery($slug: String!) {
    editableTool(slug: $slug) {
      id
      slug
      name
      description
      ...ToolAbout_tool
      ...ToolFaces_tool
      ...FavouriteButton_tool
      ...KeptBackNote_tool
    }
  }
`);

export function ToolPage() {
  const { toolSlug = '' } = useParams();
  const { tenant } = useViewer();
  const mayEdit = useCan('tools.tenant.update');
  const variables = { slug: toolSlug };
  const [usable, askUsable] = useQuery({ query: ToolPageQuery, variables });
  const isKeptBack = mayEdit && usable.data?.tool === null;
  const [editable, askEditable] = useQuery({ query: ToolPage_editableQuery, variables, pause: !isKeptBack });

  const [answer, ask] = isKeptBack ? [editable, askEditable] : [usable, askUsable];
  const tool = isKeptBack ? editable.data?.editableTool : usable.data?.tool;

  if (tool === null) {
    return (
      <NotFound title="Tool not found" homePath={`/t/${tenant.slug}`}>
        There is no such tool, or it is not for you to use. Ask an admin if you expected it here.
      </NotFound>
    );
  }
  const note = answer.error && (
    <ErrorNote error={answer.error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  );
  if (!tool) return note ? <Page title="Tool">{note}</Page> : <PageLoading />;
  return (
    <Page
      title={tool.name}
      description={tool.description}
      actions={
        <>
          <FavouriteButton tool={tool} />
          {mayEdit && (
            <Button
              component={Link}
              to={`/t/${tenant.slug}/admin/tools/${encodeURIComponent(tool.slug)}/edit`}
              variant="default"
              leftSection={<Pencil size={16} aria-hidden />}
            >
              Edit
            </Button>
          )}
          <Anchor component={Link} to={`/t/${tenant.slug}/tools`}>
            All tools
          </Anchor>
        </>
      }
    >
      <Stack gap="lg">
        {note}
        {isKeptBack && editable.data?.editableTool && <KeptBackNote tool={editable.data.editableTool} />}
        <ToolAbout tool={tool} />
        <ToolFaces key={tool.id} tool={tool} isKeptBack={isKeptBack} />
        <RunHistory toolSlug={tool.slug} />
      </Stack>
    </Page>
  );
}
