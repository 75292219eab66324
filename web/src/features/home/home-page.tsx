import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { KeyRound, ShieldCheck, UsersRound } from 'lucide-react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { CodeBlock } from '#ui/code-block.tsx';
import { Page } from '#ui/page.tsx';
import { firstQuery } from './first-query.ts';
import { NextStep } from './next-step.tsx';
import { WhereYouAre } from './where-you-are.tsx';

const HomePageQuery = graphql(`
  query HomePageQuery($members: Boolean!, $keys: Boolean!) {
    members(first: 1) @include(if: $members) {
      totalCount
    }
    invitations(first: 1) @include(if: $members) {
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
    <Page
      title={`Hello, ${firstName(user.name)}`}
      description={`This is ${tenant.name}, where your company keeps the tools that its people and agents use.`}
    >
      <Stack gap="xl">
        <WhereYouAre />
        {(seesMembers || seesKeys || seesRoles) && (
          <section aria-labelledby="next-steps">
            <Title order={2} id="next-steps" mb="sm">
              Set things up
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
              {seesMembers && (
                <NextStep
                  icon={UsersRound}
                  title={mayInvite ? 'Invite people' : 'See who is here'}
                  to={`${settings}/members`}
                  fact={data?.members && memberFact(data.members.totalCount, data.invitations?.totalCount ?? 0)}
                >
                  {mayInvite ? 'Each person gets a link that you hand over.' : 'Members, their roles and managers.'}
                </NextStep>
              )}
              {seesKeys && (
                <NextStep
                  icon={KeyRound}
                  title={mayCreateKeys ? 'Create an API key' : 'See the API keys'}
                  to={`${settings}/api-keys`}
                  fact={data?.apiKeys && plural(data.apiKeys.totalCount, 'active key')}
                >
                  For scripts and agents. A key never may more than its creator.
                </NextStep>
              )}
              {seesRoles && (
                <NextStep icon={ShieldCheck} title="Look at the roles" to={`${settings}/roles`}>
                  What each role may do here, and roles of your own.
                </NextStep>
              )}
            </SimpleGrid>
          </section>
        )}
        {mayCreateKeys && (
          <section aria-labelledby="first-query">
            <Card>
              <Title order={2} id="first-query">
                Ask your first question
              </Title>
              <Text c="dimmed" mt={4} mb="md">
                Create a key, put it into <code>TOOLCRIB_KEY</code>, and run this. It answers who the key is and what it
                may do.
              </Text>
              <CodeBlock label="first query" code={firstQuery(window.location.origin)} />
            </Card>
          </section>
        )}
      </Stack>
    </Page>
  );
}

function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? name;
}

function memberFact(members: number, invitations: number): string {
  const people = plural(members, 'member');
  return invitations > 0 ? `${people}, ${invitations} invited` : people;
}
