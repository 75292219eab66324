import { Button, CloseButton, Tabs, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import { BuiltInTools } from './built-in-tools.tsx';
import { OwnTools } from './own-tools.tsx';

const tabs = ['own', 'built-in'];

export function AdminToolsPage() {
  const { tenant } = useViewer();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed, 250);
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'own';
  const search = debounced.trim();
  const newTool = useCan('tools.tenant.create') && (
    <Button component={Link} to={`/t/${tenant.slug}/admin/tools/new`} leftSection={<Plus size={16} aria-hidden />}>
      New tool
    </Button>
  );

  return (
    <Page
      title="Manage tools"
      description="What this tenant made itself, and what it has of the tools that are built in."
      actions={newTool}
    >
      <TextInput
        type="search"
        aria-label="Search tools"
        placeholder="Search by name, slug or purpose"
        maxLength={200}
        mb="md"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped('')} />}
      />
      <Tabs value={tab} onChange={(next) => setParams({ tab: next ?? 'own' }, { replace: true })} keepMounted={false}>
        <Tabs.List aria-label="Which tools" mb="md">
          <Tabs.Tab value="own">Own tools</Tabs.Tab>
          <Tabs.Tab value="built-in">Built-in tools</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="own">
          <OwnTools search={search} newTool={newTool} />
        </Tabs.Panel>
        <Tabs.Panel value="built-in">
          <BuiltInTools search={search} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
