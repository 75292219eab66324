import { Anchor, Card, Code, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { ListTable } from '#ui/list-table.tsx';
import cells from '#ui/table-cell.module.css';
import { FavouriteButton } from './favourite-button.tsx';
import { ToolBadges } from './tool-badges.tsx';

const ToolsTable_tool = graphql(`
  fragment ToolsTable_tool on Tool { id slug name category ...ToolBadges_tool ...FavouriteButton_tool }
`);

type ToolsTableProps = {
  tools: readonly FragmentType<typeof ToolsTable_tool>[];
  setSecrets: ReadonlySet<string> | undefined;
};

const columns = [
  { label: 'Tool' },
  { label: 'Slug', wide: true },
  { label: 'Category', wide: true },
  { label: 'Properties', wide: true },
  { label: 'Favourite', unseen: true },
];

export function ToolsTable({ tools, setSecrets }: ToolsTableProps) {
  return (
    <Card>
      <ListTable caption="Tools" columns={columns}>
        {readFragment(ToolsTable_tool, tools).map((tool) => (
          <Table.Tr key={tool.id}>
            <Table.Th scope="row" className={cells.head}>
              <Anchor component={Link} to={encodeURIComponent(tool.slug)} className={cells.wrap}>
                {tool.name}
              </Anchor>
              <Text size="sm" c="dimmed" hiddenFrom="sm" className={cells.wrap}>
                {tool.category}
              </Text>
            </Table.Th>
            <Table.Td visibleFrom="sm" className={cells.wrap}>
              <Code>{tool.slug}</Code>
            </Table.Td>
            <Table.Td visibleFrom="sm">{tool.category}</Table.Td>
            <Table.Td visibleFrom="sm">
              <ToolBadges tool={tool} setSecrets={setSecrets} />
            </Table.Td>
            <Table.Td ta="end">
              <FavouriteButton tool={tool} />
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </Card>
  );
}
