import { Anchor, List } from '@mantine/core';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import { approvalPath } from './approval-path.ts';
import { describeOutcome } from './approval-words.ts';
import { CardPart } from './card-part.tsx';

const MOST = 5;

const SimilarDecisionsQuery = graphql(`
  query SimilarDecisionsQuery($toolSlug: String!, $first: Int!) {
    approved: approvals(filter: { toolSlug: $toolSlug, status: APPROVED }, first: $first) {
      edges { node { id status requestedBy decidedBy decidedAt reason } }
    }
    denied: approvals(filter: { toolSlug: $toolSlug, status: DENIED }, first: $first) {
      edges { node { id status requestedBy decidedBy decidedAt reason } }
    }
  }
`);

/** How calls of the same tool were decided lately. Silent when it cannot be known: nothing depends on it. */
export function SimilarDecisions({ approvalId, toolSlug }: { approvalId: string; toolSlug: string }) {
  const { tenant } = useViewer();
  // One more, since this call itself may be among them.
  const [{ data }] = useQuery({ query: SimilarDecisionsQuery, variables: { toolSlug, first: MOST + 1 } });
  const decisions = [...(data?.approved.edges ?? []), ...(data?.denied.edges ?? [])]
    .map(({ node }) => node)
    .filter(({ id }) => id !== approvalId)
    .sort((one, other) => String(other.decidedAt).localeCompare(String(one.decidedAt)))
    .slice(0, MOST);
  if (decisions.length === 0) return null;
  return (
    <CardPart title="How such calls were decided">
      <List size="sm">
        {decisions.map(({ id, status, requestedBy, decidedBy, decidedAt, reason }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={approvalPath(tenant.slug, id)} underline="always" inherit>
              {describeOutcome({ status, decidedBy })}
            </Anchor>
            {requestedBy && ` for ${requestedBy}`}, <TimeAgo value={decidedAt} />
            {reason && `: ${reason}`}
          </List.Item>
        ))}
      </List>
    </CardPart>
  );
}
