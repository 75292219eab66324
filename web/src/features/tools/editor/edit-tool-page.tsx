import { useParams } from 'react-router';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageLoading } from '#ui/loading.tsx';
import { NotFound } from '#ui/not-found.tsx';
import { Page } from '#ui/page.tsx';
import { OverrideEditor } from '../admin/override-editor.tsx';
import { OwnTool } from './own-tool.tsx';
import { useEditableTool } from './use-editable-tool.ts';

export function EditToolPage() {
  const { toolSlug = '' } = useParams();
  return <EditTool key={toolSlug} slug={toolSlug} />;
}

/** The tenant's own tools are edited; those that are code are overridden. */
function EditTool({ slug }: { slug: string }) {
  const { tenant } = useViewer();
  const { tool, error, reload, loading } = useEditableTool(slug);

  if (tool === undefined) {
    if (!error) return <PageLoading />;
    return (
      <Page title="Edit tool">
        <ErrorNote error={error} onRetry={reload} />
      </Page>
    );
  }
  if (tool === null) {
    return (
      <NotFound title="Tool not found" homePath={`/t/${tenant.slug}/admin/tools`}>
        There is no tool with this address here. It may have been deleted.
      </NotFound>
    );
  }
  if (tool.kind !== 'TENANT_CUSTOM') return <OverrideEditor slug={slug} />;
  return <OwnTool tool={tool} error={error} loading={loading} reload={reload} />;
}
