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
import { ToolEditor } from './tool-editor.tsx';
import { toolToValues } from './tool-to-values.ts';

type OwnToolProps = {
  tool: EditableTool;
  fields: FieldDefinition[];
  error: CombinedError | undefined;
  loading: boolean;
  reload: () => void;
};

/** A tool that the tenant authored: the editor, and all that it has been. */
export function OwnTool({ tool, fields, error, loading, reload }: OwnToolProps) {
  const { tenant } = useViewer();
  const [renamed, setRenamed] = useState({ of: tool, name: tool.name });
  const name = renamed.of === tool ? renamed.name : tool.name;
  const [copy, setCopy] = useState<string>();
  const unsaved = useRef<() => string | undefined>(undefined);
  const values = useMemo(() => toolToValues(tool, fields), [tool, fields]);

  /** What is stored now takes the place of what was typed; that is kept to copy from. */
  function loadPresent() {
    setCopy((last) => unsaved.current?.() ?? last);
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
                setRenamed({ of: tool, name: saved.name });
                notifications.show({ message: `${saved.name} was saved as version ${saved.version}.` });
              }}
            />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="test" keepMounted={false}>
          <TestPanel slug={tool.slug} fields={fields} />
        </Tabs.Panel>
        <Tabs.Panel value="history" keepMounted={false}>
          <VersionHistory slug={tool.slug} onRestored={loadPresent} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
