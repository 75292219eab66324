import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { MonitorSmartphone } from 'lucide-react';
import { confirmAction } from '#ui/confirm.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import { type Answer, endOtherSignIns, endSignIn, type SignIn, type SignIns } from './account-requests.ts';
import { deviceName } from './device-name.ts';
import { ProblemNote } from './problem-note.tsx';
import classes from './sign-in-list.module.css';
import type { Asked } from './use-answer.ts';

export function SignInList({ signIns }: { signIns: Asked<SignIns> }) {
  const { value, problem, ask } = signIns;
  const others = value?.signIns.filter(({ id }) => id !== value.currentId) ?? [];

  async function tell(answer: Answer<unknown>, message: string) {
    notifications.show(answer.ok ? { message } : { color: 'red', message: answer.message });
    await ask();
  }

  async function endOne(signIn: SignIn) {
    await tell(await endSignIn(signIn.token), `${deviceName(signIn.userAgent)} was signed out.`);
  }

  async function endAllOthers() {
    const confirmed = await confirmAction({
      title: 'Sign out everywhere else?',
      body: 'Every other browser has to sign in again. You stay signed in here.',
      confirmLabel: 'Sign out the others',
      danger: true,
    });
    if (confirmed) await tell(await endOtherSignIns(), 'You are signed out everywhere else.');
  }

  return (
    <SectionCard
      title="Where you are signed in"
      description="Do you see a device that is not yours? Sign it out, then change your password."
      actions={
        others.length > 0 && (
          <Button variant="default" onClick={endAllOthers}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {problem && <ProblemNote message={problem} onRetry={ask} />}
      {!value && !problem && <TableLoading rows={2} />}
      <Stack component="ul" gap={0} className={classes.list}>
        {value?.signIns.map((signIn) => (
          <li key={signIn.id} className={classes.item}>
            <MonitorSmartphone size={20} aria-hidden />
            <div className={classes.text}>
              <Group gap={6}>
                <Text fw={500}>{deviceName(signIn.userAgent)}</Text>
                {signIn.id === value.currentId && (
                  <Badge size="sm" variant="light">
                    this device
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {signIn.ipAddress && `${signIn.ipAddress}, `}since <TimeAgo value={signIn.createdAt} />
              </Text>
            </div>
            {signIn.id !== value.currentId && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Sign out ${deviceName(signIn.userAgent)}`}
                onClick={() => endOne(signIn)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </Stack>
    </SectionCard>
  );
}
