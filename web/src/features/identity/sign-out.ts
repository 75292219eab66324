import { notifications } from '@mantine/notifications';
import { signOutAndLeave } from '#lib/leave.ts';

export async function signOutHere() {
  const result = await signOutAndLeave();
  if (!result.ok)
    notifications.show({
      title: 'You are still signed in',
      message: result.message,
      color: 'red',
    });
}
