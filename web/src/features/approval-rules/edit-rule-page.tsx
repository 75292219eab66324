import { useParams } from 'react-router';
import { useClient, useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageLoading } from '#ui/loading.tsx';
import { NotFound } from '#ui/not-found.tsx';
import { Page } from '#ui/page.tsx';
import { EditRule } from './edit-rule.tsx';
import { rulesPath } from './rule-paths.ts';

const EditRulePageQuery = graphql(`
  query EditRulePageQuery {
    approvalRules { id ...EditRule_rule }
  }
`);

// An edit begins with what is saved now, not with what was seen before.
const fresh = { requestPolicy: 'network-only' } as const;

export function EditRulePage() {
  const { ruleId = '' } = useParams();
  const { tenant } = useViewer();
  const client = useClient();
  const [{ data, error }, ask] = useQuery({ query: EditRulePageQuery, ...fresh });

  async function loadAgain() {
    const answer = await client.query(EditRulePageQuery, {}, fresh).toPromise();
    return answer.data?.approvalRules.find(({ id }) => id === ruleId);
  }

  if (!data && !error) return <PageLoading />;
  if (!data)
    return <Page title="Approval rule">{error && <ErrorNote error={error} onRetry={() => ask(fresh)} />}</Page>;
  const rule = data.approvalRules.find(({ id }) => id === ruleId);
  if (!rule) {
    return (
      <NotFound title="Rule not found" homePath={rulesPath(tenant.slug)}>
        Somebody may have deleted it. Go back to see the rules that are there.
      </NotFound>
    );
  }
  return <EditRule key={rule.id} rule={rule} loadAgain={loadAgain} />;
}
