import { Button, Stack } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { Provider, useQuery } from 'urql';
import { publicClient } from '#app/public-client.ts';
import { graphql } from '#gql/gql.ts';
import { formatDateTime } from '#lib/format.ts';
import { signInPath } from '#lib/safe-next.ts';
import { useSession } from '#lib/use-session.ts';
import { withoutSession } from '#lib/without-session.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { StandAlone } from '#ui/stand-alone.tsx';
import { AcceptButton } from './accept-button.tsx';
import { NewPersonForm } from './new-person-form.tsx';
import { signOutHere } from './sign-out.ts';

const AcceptInvitationPageQuery = graphql(`
  query AcceptInvitationPageQuery($token: String!) {
    invitationPreview(token: $token) {
      tenantName
      email
      roleName
      needsAccount
      expiresAt
    }
  }
`);

export function AcceptInvitationPage() {
  return (
    <Provider value={publicClient}>
      <AcceptInvitation />
    </Provider>
  );
}

function AcceptInvitation() {
  const { token = '' } = useParams();
  const me = useSession();
  const [{ data, error, fetching }, load] = useQuery({
    query: AcceptInvitationPageQuery,
    variables: { token },
    context: withoutSession,
  });

  if ((fetching && !data) || me.loading) {
    return (
      <StandAlone title="Invitation">
        <FormLoading fields={2} />
      </StandAlone>
    );
  }
  if (error) {
    return (
      <StandAlone title="Invitation">
        <ErrorNote error={error} onRetry={() => load({ requestPolicy: 'network-only' })} />
      </StandAlone>
    );
  }
  const invitation = data?.invitationPreview;
  if (!invitation) return <NoLongerValid />;

  const { tenantName, email, roleName, needsAccount, expiresAt } = invitation;
  return (
    <StandAlone
      title={`Join ${tenantName}`}
      description={`You are invited as ${roleName}, with the address ${email}. The invitation holds until ${formatDateTime(expiresAt)}.`}
    >
      {needsAccount ? (
        <NewPersonForm token={token} />
      ) : me.email?.toLowerCase() === email.toLowerCase() ? (
        <AcceptButton token={token} tenantName={tenantName} />
      ) : (
        <SignInFirst email={email} signedInAs={me.email} token={token} />
      )}
    </StandAlone>
  );
}

function SignInFirst({ email, signedInAs, token }: { email: string; signedInAs: string | undefined; token: string }) {
  if (signedInAs) {
    return (
      <Stack gap="md">
        <div>
          You are signed in as {signedInAs}. Sign out, open this link again and sign in as {email}.
        </div>
        <Button onClick={signOutHere}>Sign out</Button>
      </Stack>
    );
  }
  const here = `/invite/${encodeURIComponent(token)}`;
  return (
    <Button component={Link} to={`${signInPath(here)}&email=${encodeURIComponent(email)}`} fullWidth size="md">
      Sign in to accept
    </Button>
  );
}

function NoLongerValid() {
  return (
    <StandAlone
      title="This invitation is not valid"
      description="It was used or withdrawn, it has run out, or the link is incomplete. Ask the person who invited you for a new one."
    >
      <Button component={Link} to="/" variant="default">
        Go to Toolcrib
      </Button>
    </StandAlone>
  );
}
