import { Button, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { ErrorNote } from '#ui/error-note.tsx';
import { AcceptInvitation } from './accept-invitation.ts';

/** For a person who is signed in with the invited address. */
export function AcceptButton({ token, tenantName }: { token: string; tenantName: string }) {
  const navigate = useNavigate();
  const [{ fetching, error }, accept] = useMutation(AcceptInvitation);
  const join = async () => {
    const { data } = await accept({ input: { token } });
    if (!data) return;
    await navigate(`/t/${data.acceptInvitation.tenant.slug}`, {
      replace: true,
    });
  };
  return (
    <Stack gap="md">
      {error && <ErrorNote error={error} />}
      <Button size="md" loading={fetching} onClick={join}>
        Join {tenantName}
      </Button>
    </Stack>
  );
}
