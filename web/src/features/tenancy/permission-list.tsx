import { Stack, Text, Title } from '@mantine/core';
import { groupPermissions, type PermissionItem } from './permission-groups.ts';
import classes from './permission-picker.module.css';

/** What somebody may do, grouped, to read. */
export function PermissionList({ permissions }: { permissions: readonly PermissionItem[] }) {
  if (permissions.length === 0) return <Text c="dimmed">This role may do nothing.</Text>;
  return (
    <div className={classes.groups}>
      {groupPermissions(permissions).map((group) => (
        <section key={group.resource} className={classes.group} aria-label={group.label}>
          <Title order={3} size="h4" mb={6}>
            {group.label}
          </Title>
          <Stack component="ul" gap="xs" className={classes.list}>
            {group.permissions.map(({ name, description }) => (
              <li key={name}>
                <Text size="sm">{description}</Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  {name}
                </Text>
              </li>
            ))}
          </Stack>
        </section>
      ))}
    </div>
  );
}
