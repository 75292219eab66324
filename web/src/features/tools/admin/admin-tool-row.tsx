import { Box, Code, Group, Table, Text } from '@mantine/core';
import { ToolIcon } from '#features/tools/tool-icon.tsx';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import cells from '#ui/table-cell.module.css';
import { shortPolicyLabels } from './override-words.ts';
import { ToolActions } from './tool-actions.tsx';
import { ToolState } from './tool-state.tsx';

const AdminToolRow_tool = graphql(`
  fragment AdminToolRow_tool on Tool {
    id
    slug
    name
    icon
    category
    permissionPolicy
    version
    overridden
    ...ToolState_tool
    ...ToolActions_tool
  }
`);

type AdminToolRowProps = {
  tool: FragmentType<typeof AdminToolRow_tool>;
  runnable: ReadonlySet<string> | undefined;
  /** Somebody else may have saved it: the list has to be read again. */
  onRefused: () => void;
};

export function AdminToolRow({ tool: masked, runnable, onRefused }: AdminToolRowProps) {
  const tool = readFragment(AdminToolRow_tool, masked);
  const policy = shortPolicyLabels[tool.permissionPolicy];
  return (
    <Table.Tr>
      <Table.Th scope="row" className={cells.head}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Box flex="none">
            <ToolIcon name={tool.icon} />
          </Box>
          <div className={`${cells.shrink} ${cells.wrap}`}>
            <Text fw={500}>{tool.name}</Text>
            <Code>{tool.slug}</Code>
            <Box hiddenFrom="sm">
              <Text size="sm" c="dimmed">
                {tool.category}, {policy.toLowerCase()}
              </Text>
              <ToolState tool={tool} runnable={runnable} />
            </Box>
          </div>
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="sm">{tool.category}</Table.Td>
      <Table.Td visibleFrom="sm">
        <ToolState tool={tool} runnable={runnable} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{policy}</Table.Td>
      <Table.Td visibleFrom="sm">{tool.version === 0 ? 'As built' : tool.version}</Table.Td>
      <Table.Td>
        <ToolActions tool={tool} onRefused={onRefused} />
      </Table.Td>
    </Table.Tr>
  );
}
