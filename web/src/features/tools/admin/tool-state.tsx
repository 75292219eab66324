import { Badge, Text } from '@mantine/core';
import { CircleCheck, CircleOff, PencilRuler, TriangleAlert } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import cells from '#ui/table-cell.module.css';
import { type StateWord, stateOf } from './state-of.ts';

const ToolState_tool = graphql(`
  fragment ToolState_tool on Tool {
    id
    enabled
    executionSpec
    availability { available reason }
  }
`);

const looks: Record<StateWord, { label: string; color: string; icon: typeof CircleOff }> = {
  on: { label: 'On', color: 'green', icon: CircleCheck },
  blocked: { label: 'On, not usable', color: 'yellow', icon: TriangleAlert },
  off: { label: 'Off', color: 'gray', icon: CircleOff },
  draft: { label: 'Draft', color: 'blue', icon: PencilRuler },
};

type ToolStateProps = {
  tool: FragmentType<typeof ToolState_tool>;
  /** Undefined until it is known which kinds can be run. */
  runnable: ReadonlySet<string> | undefined;
};

/** Whether the tool is on, and why the reader cannot use it. */
export function ToolState({ tool: masked, runnable }: ToolStateProps) {
  const tool = readFragment(ToolState_tool, masked);
  const { label, color, icon: Icon } = looks[stateOf(tool, runnable)];
  return (
    <>
      <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
        {label}
      </Badge>
      {tool.availability?.reason && (
        <Text size="sm" c="dimmed" className={cells.wrap}>
          {tool.availability.reason}
        </Text>
      )}
    </>
  );
}
