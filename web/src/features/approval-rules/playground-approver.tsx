import { Alert, Stack, Text } from '@mantine/core';
import { Users } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Provider, useQuery } from 'urql';
import { ApprovalCard } from '#features/approvals/approval-card.tsx';
import { isOver } from '#features/executions/run-words.ts';
import { graphql } from '#gql/gql.ts';
import type { ApprovalStatus } from '#gql/graphql.ts';
import { ViewerProvider } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { MakeKey } from './playground-caller.tsx';
import type { PlayedCall } from './playground-page.tsx';
import type { AgentKeyState } from './use-agent-key.ts';
import type { DemoVisit } from './use-demo-people.ts';

const PlaygroundApproverQuery = graphql(`
  query PlaygroundApproverQuery($filter: ApprovalFilter!) {
    approvals(filter: $filter, first: 20) {
      edges { node { id run { id } } }
    }
  }
`);

const PlaygroundApprover_approvalQuery = graphql(`
  query PlaygroundApprover_approvalQuery($id: ID!) {
    approval(id: $id) { id status mayDecide ...ApprovalCard_approval }
  }
`);

type AwaitedApprovalProps = {
  call: PlayedCall | undefined;
  agent: AgentKeyState;
  /** Whether there are people of a demo to choose from. */
  mayChoose: boolean;
};
type PlaygroundApproverProps = AwaitedApprovalProps & {
  /** Of the person of the demo who decides, if one does. */
  visit: DemoVisit | undefined;
  /** Whether they are still to come. */
  isComing: boolean;
  /** Where to choose them. */
  choice: ReactNode;
};

/** The right side: the approval that the call of the left side waits for, as whoever decides sees it. */
export function PlaygroundApprover({ visit, isComing, choice, ...awaited }: PlaygroundApproverProps) {
  const content = isComing ? (
    <FormLoading />
  ) : (
    <AwaitedApproval key={`${awaited.call?.runId} ${visit?.viewer.user.id}`} {...awaited} />
  );
  return (
    <SectionCard title="Approver">
      <Stack gap="md">
        {choice}
        {visit ? (
          <Provider value={visit.client}>
            <ViewerProvider viewer={visit.viewer}>{content}</ViewerProvider>
          </Provider>
        ) : (
          content
        )}
      </Stack>
    </SectionCard>
  );
}

function AwaitedApproval({ call, agent, mayChoose }: AwaitedApprovalProps) {
  const [list, askList] = useQuery({
    query: PlaygroundApproverQuery,
    variables: { filter: { toolSlug: call?.toolSlug ?? '' } },
    pause: !call,
  });
  const id = call && list.data?.approvals.edges.find(({ node }) => node.run.id === call.runId)?.node.id;
  const [one, askOne] = useQuery({
    query: PlaygroundApprover_approvalQuery,
    variables: { id: id ?? '' },
    pause: !id,
  });
  const status = call?.status;
  // What the run tells is newer than what was read before it.
  useEffect(() => {
    if (!status) return;
    askList({ requestPolicy: 'network-only' });
    if (id) askOne({ requestPolicy: 'network-only' });
  }, [status, id, askList, askOne]);

  const approval = id ? one.data?.approval : undefined;
  const error = list.error ?? one.error;
  return (
    <>
      {error && <ErrorNote error={error} onRetry={() => askList({ requestPolicy: 'network-only' })} />}
      <Text c="dimmed" role="status">
        {approval ? explainApproval(approval.status) : explainNothing(status)}
      </Text>
      {approval && <ApprovalCard approval={approval} />}
      {approval?.status === 'PENDING' && !approval.mayDecide && <SamePerson agent={agent} mayChoose={mayChoose} />}
    </>
  );
}

function explainApproval(status: ApprovalStatus): string {
  if (status === 'PENDING') return 'The call on the left waits for this decision.';
  if (status === 'CANCELLED') return 'The call on the left was taken back. There is nothing to decide.';
  if (status === 'EXPIRED') return 'Nobody decided in time. Look at the left.';
  return 'This was decided. Look at the left.';
}

function explainNothing(status: PlayedCall['status'] | undefined): string {
  if (!status) return 'Run a tool on the left. When a rule or the policy of the tool asks, the approval appears here.';
  if (status === 'WAITING') return 'Looking for the approval…';
  if (!isOver(status)) return 'The call is on its way. If it has to wait, the approval appears here.';
  return 'This call did not wait: no rule asked, and its tool asks only when an agent calls. Call as an agent, or write a rule that matches it.';
}

/** Why nothing can be decided here, and the real way out. */
function SamePerson({ agent, mayChoose }: Pick<AwaitedApprovalProps, 'agent' | 'mayChoose'>) {
  if (mayChoose) {
    return (
      <Alert color="blue" icon={<Users size={18} aria-hidden />} title="Somebody else has to decide this one">
        Choose another one above to decide as: nobody decides about their own call, here as anywhere.
      </Alert>
    );
  }
  if (agent.key) {
    return (
      <Alert color="blue" icon={<Users size={18} aria-hidden />} title="Somebody else has to decide this one">
        The rule names others, or does not let the person behind an agent decide. They find the call in their inbox; you
        can also change the rule and run the tool again.
      </Alert>
    );
  }
  return (
    <Alert color="blue" icon={<Users size={18} aria-hidden />} title="Both sides are you">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Nobody decides about their own call, here as anywhere. Let the left side call as an agent with a key of its
          own, and run the tool again: then the decision is yours.
        </Text>
        <MakeKey agent={agent} />
      </Stack>
    </Alert>
  );
}
