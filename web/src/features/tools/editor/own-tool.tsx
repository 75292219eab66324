import { Anchor, Stack, Tabs } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CombinedError } from '@urql/core';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { TestPanel } from '#features/executions/test-panel.tsx';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Page } from '#ui/page.tsx';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { ExplainButton } from '../admin/explain-dialog.tsx';
import { VersionHistory } from '../admin/version-history.tsx';
import type { EditableTool } from './editable-tool.ts';
import { KeptCopy } from './kept-copy.tsx';
import type { SavedTool } from './save-tool.ts';
import { ToolEditor } from './tool-editor.tsx';
import { toolToValues } from './tool-to-values.ts';

type OwnToolProps = {
  tool: EditableTool;
  error: CombinedError | undefined;
  loading: boolean;
  reload: () => void;
};

/** A tool that the tenant authored: the editor, and all that it has been. */
export function OwnTool({ tool, error, loading, reload }: OwnToolProps) {
  const { tenant } = useViewer();
  const [last, setLast] = useState<{ of: EditableTool; saved: SavedTool }>();
  const { name, fieldTree } = last?.of === tool ? last.saved : tool;
  const [copy, setCopy] = useState<string>();
  const unsaved = useRef<() => string | undefined>(undefined);
  const values = useMemo(() => toolToValues(tool), [tool]);

  /** What is stored now takes the place of what was typed; that is kept to copy from. */
  function loadPresent() {
    setCopy((kept) => unsaved.current?.() ?? kept);
    reload();
  }

  return (
    <Page
      title={name}
      description={
        <Anchor component={Link} to={`/t/${tenant.slug}/tools/${encodeURIComponent(tool.slug)}`}>
          See it in the library
        </Anchor>
      }
      actions={<ExplainButton slug={tool.slug} name={name} />}
    >
      {/* The editor goes on behind the history: it asks before unsaved work is left. */}
      <Tabs defaultValue="editor" keepMountedMode="display-none">
        <Tabs.List mb="md">
          <Tabs.Tab value="editor">Editor</Tabs.Tab>
          <Tabs.Tab value="test">Try it</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="editor">
          <Stack gap="md">
            {error && <ErrorNote error={error} onRetry={reload} />}
            {copy && <KeptCopy copy={copy} onDismiss={() => setCopy(undefined)} />}
            <ToolEditor
              key={tool.version}
              values={values}
              version={tool.version}
              unsaved={unsaved}
              loading={loading}
              onLoadPresent={loadPresent}
              onSaved={(saved) => {
                setLast({ of: tool, saved });
                notifications.show({ message: `${saved.name} was saved as version ${saved.version}.` });
              }}
            />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="test" keepMounted={false}>
          <TestPanel slug={tool.slug} fields={fieldTree as FieldDefinition[]} />
        </Tabs.Panel>
        <Tabs.Panel value="history" keepMounted={false}>
          <VersionHistory slug={tool.slug} onRestored={loadPresent} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
