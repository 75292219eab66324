import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { AdminToolsList } from './admin-tools-list.tsx';
import { NoFit } from './no-fit.tsx';
import { useAdminTools } from './use-admin-tools.ts';

type OwnToolsProps = {
  search: string;
  /** The button to make one; false for those who may not. */
  newTool: ReactNode;
};

export function OwnTools({ search, newTool }: OwnToolsProps) {
  const tools = useAdminTools({ kind: 'TENANT_CUSTOM' }, search);
  return (
    <Loaded data={tools.nodes} error={tools.error} retry={tools.retry} loading={<TableLoading />}>
      {(nodes) => {
        if (nodes.length > 0) return <AdminToolsList caption="Own tools" tools={tools} />;
        if (search) return <NoFit />;
        return (
          <EmptyState icon={Hammer} title="No tools of your own yet" action={newTool}>
            {newTool
              ? 'Make one from a web address, a prompt or a chain of other tools. No code needed.'
              : 'Somebody who may author tools can make one.'}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}
