import { Avatar, Text, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useViewer } from '#lib/viewer.tsx';
import classes from './profile-button.module.css';

export function ProfileButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { user, roleName } = useViewer();
  return (
    <UnstyledButton aria-haspopup="menu" {...props} className={classes.root}>
      <Avatar size={32} radius="xl" name={user.name} color="initials" alt="" />
      <span className={classes.names}>
        <Text span truncate fw={500} display="block">
          {user.name}
        </Text>
        <Text span truncate size="xs" c="dimmed" display="block">
          {roleName}
        </Text>
      </span>
    </UnstyledButton>
  );
}
