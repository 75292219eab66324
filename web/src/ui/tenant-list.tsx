import { Button, Stack } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';

export function TenantList({ tenants }: { tenants: readonly { slug: string; name: string }[] }) {
  return (
    <Stack gap="xs">
      {tenants.map(({ slug, name }) => (
        <Button
          key={slug}
          component={Link}
          to={`/t/${slug}`}
          variant="default"
          justify="space-between"
          rightSection={<ArrowRight size={16} aria-hidden />}
        >
          {name}
        </Button>
      ))}
    </Stack>
  );
}
