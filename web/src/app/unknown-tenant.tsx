import { Button, Code, Stack, Text } from '@mantine/core';
import { Provider } from 'urql';
import { signOutHere } from '#features/identity/sign-out.ts';
import { useMyTenants } from '#lib/use-my-tenants.ts';
import { StandAlone } from '#ui/stand-alone.tsx';
import { TenantList } from '#ui/tenant-list.tsx';
import { publicClient } from './public-client.ts';

/** The server answers alike for a tenant that does not exist and one that the person does not belong to. */
export function UnknownTenant({ slug }: { slug: string }) {
  return (
    <Provider value={publicClient}>
      <StandAlone
        title="Tenant not found"
        description={
          <>
            There is no tenant <Code>{slug}</Code>, or you are not a member of it. Ask its admin to invite you.
          </>
        }
      >
        <WayOut />
      </StandAlone>
    </Provider>
  );
}

function WayOut() {
  const { tenants, email } = useMyTenants();
  return (
    <Stack gap="md">
      {tenants.length > 0 && (
        <>
          <Text fw={500}>Your tenants</Text>
          <TenantList tenants={tenants} />
        </>
      )}
      <Button variant="subtle" onClick={signOutHere}>
        {email ? `Sign out ${email}` : 'Sign out'}
      </Button>
    </Stack>
  );
}
