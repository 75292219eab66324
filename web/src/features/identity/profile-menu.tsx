import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { LogOut, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { colourSchemes } from '#lib/colour-schemes.ts';
import { useViewer } from '#lib/viewer.tsx';
import { useOpenOnMount } from '#ui/on-demand.tsx';
import { ProfileButton } from './profile-button.tsx';
import { signOutHere } from './sign-out.ts';

export function ProfileMenu() {
  const { user, tenant } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { opened, setOpened, target } = useOpenOnMount();
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="top-start"
      width="target"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ProfileButton ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          component={Link}
          to={`/t/${tenant.slug}/settings/profile`}
          leftSection={<UserRound size={16} aria-hidden />}
        >
          Your profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colour scheme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {colourSchemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={signOutHere} leftSection={<LogOut size={16} aria-hidden />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
