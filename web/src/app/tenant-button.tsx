import { Text, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { useViewer } from '#lib/viewer.tsx';
import classes from './tenant-button.module.css';

export function TenantButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { tenant } = useViewer();
  return (
    <UnstyledButton
      aria-haspopup="dialog"
      aria-label={`Tenant ${tenant.name}, switch`}
      {...props}
      className={classes.root}
    >
      <span className={classes.badge} aria-hidden>
        {Array.from(tenant.name)[0]?.toUpperCase()}
      </span>
      <span className={classes.names}>
        <Text span truncate fw={600} display="block">
          {tenant.name}
        </Text>
        <Text span truncate size="xs" c="dimmed" display="block">
          {tenant.slug}
        </Text>
      </span>
      <ChevronsUpDown size={16} className={classes.chevron} aria-hidden />
    </UnstyledButton>
  );
}
