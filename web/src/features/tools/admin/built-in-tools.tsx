import { Stack, Text, Title } from '@mantine/core';
import { PackageOpen } from 'lucide-react';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { AdminToolsList } from './admin-tools-list.tsx';
import { NoFit } from './no-fit.tsx';
import { useAdminTools } from './use-admin-tools.ts';

/** All that is code, by where it comes from: that decides whether it is on by itself. */
export function BuiltInTools({ search }: { search: string }) {
  const shelves = [
    { title: 'Built in', hint: 'Off until you switch it on.', tools: useAdminTools({ origin: 'SYSTEM' }, search) },
    { title: 'Product', hint: 'On until you switch it off.', tools: useAdminTools({ origin: 'CUSTOM' }, search) },
    { title: 'Bundles', hint: 'Came with a bundle.', tools: useAdminTools({ origin: 'BUNDLE' }, search) },
  ];
  const failed = shelves.find(({ tools }) => tools.error)?.tools;
  const isLoaded = shelves.every(({ tools }) => tools.nodes);
  const filled = shelves.filter(({ tools }) => tools.nodes?.length);
  return (
    <Loaded
      data={isLoaded ? filled : undefined}
      error={failed?.error}
      retry={() => {
        for (const { tools } of shelves) if (tools.error) tools.retry();
      }}
      loading={<TableLoading />}
    >
      {(shown) => {
        if (shown.length === 0) return search ? <NoFit /> : <NoBuiltIns />;
        return (
          <Stack gap="xl">
            {shown.map(({ title, hint, tools }) => (
              <section key={title} aria-label={title}>
                <Title order={2} size="h4">
                  {title}
                </Title>
                <Text size="sm" c="dimmed" mb="xs">
                  {hint}
                </Text>
                <AdminToolsList caption={`${title}: tools`} tools={tools} />
              </section>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function NoBuiltIns() {
  return (
    <EmptyState icon={PackageOpen} title="No built-in tools">
      This installation brings none. A developer adds one as a single file, and it appears here after the next start.
    </EmptyState>
  );
}
