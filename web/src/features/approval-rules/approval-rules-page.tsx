import { Button, Stack } from '@mantine/core';
import { FlaskConical, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useQuery, useSubscription } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ListCard } from '#ui/list-card.tsx';
import { Page } from '#ui/page.tsx';
import { NoRules } from './no-rules.tsx';
import { RuleList } from './rule-list.tsx';
import { newRulePath, playgroundPath } from './rule-paths.ts';
import { WebhookSection } from './webhook-section.tsx';

const ApprovalRulesPageQuery = graphql(`
  query ApprovalRulesPageQuery {
    approvalRules { id ...RuleList_rule }
  }
`);

const ApprovalRulesPage_approvalRulesChanged = graphql(`
  subscription ApprovalRulesPage_approvalRulesChanged {
    approvalRulesChanged { id }
  }
`);

export function ApprovalRulesPage() {
  const { tenant } = useViewer();
  const mayChange = useCan('approvals.team.rules');
  const mayTell = useCan('settings.tenant.update');
  const answer = useQuery({ query: ApprovalRulesPageQuery });
  const [, ask] = answer;
  // The cache hears it and reads the rules again, so that two admins see each other's order.
  useSubscription({ query: ApprovalRulesPage_approvalRulesChanged });

  return (
    <Page
      title="Approval rules"
      description="They say which calls of tools run, wait for a person or are refused, whoever makes them. The first rule that matches wins; where none matches, the tool’s own policy decides."
      actions={
        <>
          <Button
            component={Link}
            to={playgroundPath(tenant.slug)}
            variant="default"
            leftSection={<FlaskConical size={16} aria-hidden />}
          >
            Playground
          </Button>
          {mayChange && (
            <Button component={Link} to={newRulePath(tenant.slug)} leftSection={<Plus size={16} aria-hidden />}>
              Add rule
            </Button>
          )}
        </>
      }
    >
      <Stack gap="lg">
        <ListCard answer={answer}>
          {({ approvalRules }) =>
            approvalRules.length > 0 ? (
              <RuleList rules={approvalRules} onStale={() => ask({ requestPolicy: 'network-only' })} />
            ) : (
              <NoRules />
            )
          }
        </ListCard>
        {mayTell && <WebhookSection />}
      </Stack>
    </Page>
  );
}
