import { ActionIcon, Group, Switch, Tooltip } from '@mantine/core';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { RowAction } from '#ui/row-action.tsx';
import { ExplainButton } from './explain-dialog.tsx';
import { useRemoveTool } from './use-remove-tool.ts';
import { useSwitchTool } from './use-switch-tool.ts';

const ToolActions_tool = graphql(`
  fragment ToolActions_tool on Tool { id slug name kind enabled version }
`);

type ToolActionsProps = { tool: FragmentType<typeof ToolActions_tool>; onRefused: () => void };

export function ToolActions({ tool: masked, onRefused }: ToolActionsProps) {
  const tool = readFragment(ToolActions_tool, masked);
  const { tenant } = useViewer();
  const switchTool = useSwitchTool();
  const removeTool = useRemoveTool();
  const [switching, setSwitching] = useState(false);
  const mayChangeOwn = useCan('tools.tenant.update');
  const mayDeleteOwn = useCan('tools.tenant.delete');
  const mayOverride = useCan('tools.system.override');
  const isOwn = tool.kind === 'TENANT_CUSTOM';
  const isOverridden = tool.kind === 'SYSTEM_OVERRIDE';

  async function flip(enabled: boolean) {
    setSwitching(true);
    // When it fails, somebody else may have saved it: the list shows what it is now.
    if (!(await switchTool(tool, enabled))) onRefused();
    setSwitching(false);
  }

  async function remove() {
    const outcome = await removeTool(tool);
    if (outcome === 'removed') focusHeading();
    if (outcome === 'refused') onRefused();
  }

  return (
    <Group gap={4} justify="flex-end">
      {(isOwn ? mayChangeOwn : mayOverride) && (
        <Switch
          size="sm"
          aria-label={`${tool.name} is switched on`}
          checked={tool.enabled}
          aria-busy={switching}
          onChange={(event) => !switching && flip(event.currentTarget.checked)}
        />
      )}
      <ExplainButton slug={tool.slug} name={tool.name} />
      <Tooltip label={isOwn ? 'Edit' : 'Override'}>
        <ActionIcon
          component={Link}
          to={`/t/${tenant.slug}/admin/tools/${encodeURIComponent(tool.slug)}/edit`}
          variant="subtle"
          color="gray"
          aria-label={`${isOwn ? 'Edit' : 'Override'} ${tool.name}`}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOwn && mayDeleteOwn && (
        <RowAction icon={Trash2} label={`Delete ${tool.name}`} tip="Delete" danger onClick={remove} />
      )}
      {isOverridden && mayOverride && (
        <RowAction icon={RotateCcw} label={`Reset ${tool.name}`} tip="Reset" danger onClick={remove} />
      )}
    </Group>
  );
}
