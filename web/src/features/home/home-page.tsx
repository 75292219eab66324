import { SimpleGrid, Stack, Title } from '@mantine/core';
import { KeyRound, ShieldCheck, UserRound, UsersRound } from 'lucide-react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import { FirstCall } from './first-call.tsx';
import { NextStep } from './next-step.tsx';
import { WhereYouAre } from './where-you-are.tsx';

const HomePageQuery = graphql(`
  query HomePageQuery($members: Boolean!, $keys: Boolean!) {
    members(first: 1) @include(if: $members) {
      totalCount
    }
    apiKeys(first: 1) @include(if: $keys) {
      totalCount
    }
  }
`);

export function HomePage() {
  const { user, tenant } = useViewer();
  const seesMembers = useCan('members.tenant.read');
  const mayInvite = useCan('members.tenant.create');
  const seesKeys = useCan('keys.tenant.read');
  const mayCreateKeys = useCan('keys.tenant.create');
  const seesRoles = useCan('roles.tenant.read');
  const [{ data }] = useQuery({
    query: HomePageQuery,
    variables: { members: seesMembers, keys: seesKeys },
    pause: !seesMembers && !seesKeys,
  });
  const settings = `/t/${tenant.slug}/settings`;

  return (
    <Page title={`Hello, ${firstName(user.name)}`} description={`You are signed in to ${tenant.name}.`}>
      <Stack gap="xl">
        <WhereYouAre />
        <section aria-labelledby="next-steps">
          <Title order={2} id="next-steps" mb="sm">
            What you can do here
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
            {seesMembers && (
              <NextStep
                icon={UsersRound}
                title={mayInvite ? 'Invite people' : 'See who is here'}
                to={`${settings}/members`}
                fact={data?.members && plural(data.members.totalCount, 'member')}
              >
                {mayInvite ? 'Each person gets a link that you hand over.' : 'Members, their roles and managers.'}
              </NextStep>
            )}
            {seesKeys && (
              <NextStep
                icon={KeyRound}
                title={mayCreateKeys ? 'Create an API key' : 'See the API keys'}
                to={`${settings}/api-keys`}
                fact={data?.apiKeys && plural(data.apiKeys.totalCount, 'key')}
              >
                For scripts and agents. A key can never do more than its creator.
              </NextStep>
            )}
            {seesRoles && (
              <NextStep icon={ShieldCheck} title="Look at the roles" to={`${settings}/roles`}>
                What each role may do here, and roles of your own.
              </NextStep>
            )}
            <NextStep icon={UserRound} title="Your profile" to={`${settings}/profile`}>
              Your name as others see it, your password, light or dark.
            </NextStep>
          </SimpleGrid>
        </section>
        {mayCreateKeys && <FirstCall />}
      </Stack>
    </Page>
  );
}

function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? name;
}
