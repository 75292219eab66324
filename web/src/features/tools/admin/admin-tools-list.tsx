import { Card } from '@mantine/core';
import { ListTable } from '#ui/list-table.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { AdminToolRow } from './admin-tool-row.tsx';
import type { AdminTools } from './use-admin-tools.ts';
import { useRunnableKinds } from './use-runnable-kinds.ts';

const columns = [
  { label: 'Tool' },
  { label: 'Category', wide: true },
  { label: 'State', wide: true },
  { label: 'Policy', wide: true },
  { label: 'Version', wide: true },
  { label: 'Actions', unseen: true },
];

export function AdminToolsList({ caption, tools }: { caption: string; tools: AdminTools }) {
  const runnable = useRunnableKinds();
  return (
    <>
      <Card>
        <ListTable caption={caption} columns={columns}>
          {tools.nodes?.map((tool) => (
            <AdminToolRow key={tool.id} tool={tool} runnable={runnable} onRefused={tools.retry} />
          ))}
        </ListTable>
      </Card>
      <LoadMoreFooter list={tools} noun="tool" />
    </>
  );
}
