import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Provider } from 'urql';
import { signOutHere } from '#features/identity/sign-out.ts';
import { errorCode } from '#lib/describe-error.ts';
import { pickTenant } from '#lib/last-tenant.ts';
import { signInPath } from '#lib/safe-next.ts';
import { useMyTenants } from '#lib/use-my-tenants.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { Splash } from '#ui/splash.tsx';
import { StandAlone } from '#ui/stand-alone.tsx';
import { publicClient } from './public-client.ts';

/** `/settings/members` means "in my tenant": the last one used, else the first. */
export function BareRedirect() {
  return (
    <Provider value={publicClient}>
      <Redirect />
    </Provider>
  );
}

function Redirect() {
  const { pathname, search, hash } = useLocation();
  const { fetching, error, signedIn, email, tenants, reload } = useMyTenants();
  const params = new URLSearchParams(search);
  const accessEnded = params.get('notice') === 'access-ended';

  useEffect(() => {
    if (accessEnded) {
      notifications.show({
        id: 'access-ended',
        title: 'Your access to a tenant has ended',
        message: 'An admin took it away. Ask them if you did not expect this.',
        color: 'yellow',
        autoClose: false,
      });
    }
  }, [accessEnded]);

  if (error && errorCode(error) !== 'UNAUTHENTICATED') {
    return (
      <StandAlone title="Toolcrib could not be opened">
        <ErrorNote error={error} onRetry={reload} />
      </StandAlone>
    );
  }
  if (fetching) return <Splash />;
  if (!signedIn) return <Navigate to={signInPath(pathname + search + hash)} replace />;
  const tenant = pickTenant(tenants);
  if (!tenant) return <NoTenant email={email} onRetry={reload} />;
  params.delete('notice');
  const rest = `${pathname === '/' ? '' : pathname}${params.size > 0 ? `?${params}` : ''}${hash}`;
  return <Navigate to={`/t/${tenant.slug}${rest}`} replace />;
}

function NoTenant({ email, onRetry }: { email: string | undefined; onRetry: () => void }) {
  return (
    <StandAlone
      title="You are not in a tenant yet"
      description={`You are signed in as ${email}. Ask an admin for an invitation to this address and open its link.`}
    >
      <Stack gap="xs">
        <Button onClick={onRetry}>Look again</Button>
        <Button variant="subtle" onClick={signOutHere}>
          Sign out
        </Button>
      </Stack>
    </StandAlone>
  );
}
