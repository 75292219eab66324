import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import type { SavedTool } from './save-tool.ts';
import { ToolEditor } from './tool-editor.tsx';
import { emptyTool } from './tool-values.ts';

export function NewToolPage() {
  const { tenant } = useViewer();
  const mayEdit = useCan('tools.tenant.update');
  const navigate = useNavigate();

  function goOn({ slug, name }: SavedTool) {
    notifications.show({ message: `${name} was created.` });
    const path = encodeURIComponent(slug);
    navigate(mayEdit ? `/t/${tenant.slug}/admin/tools/${path}/edit` : `/t/${tenant.slug}/tools/${path}`);
  }

  return (
    <Page title="New tool" description="Say what it is, what it takes and how it works.">
      <ToolEditor values={emptyTool} onSaved={goOn} />
    </Page>
  );
}
