import { Alert, Card, Stack } from '@mantine/core';
import { useEffect, useId } from 'react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { ApprovalArguments } from './approval-arguments.tsx';
import { ApprovalEdits } from './approval-edits.tsx';
import { ApprovalHead } from './approval-head.tsx';
import { ApprovalMessages } from './approval-messages.tsx';
import { ApprovalOutcome } from './approval-outcome.tsx';
import { ApprovalPreview } from './approval-preview.tsx';
import { ApprovalVotes } from './approval-votes.tsx';
import { type AskedPanel, DecideButtons } from './decide-buttons.tsx';
import { SimilarDecisions } from './similar-decisions.tsx';
import { useDecide } from './use-decide.ts';
import { useDrafts } from './use-drafts.ts';
import { useNow } from './use-now.ts';

const ApprovalCard_approval = graphql(`
  fragment ApprovalCard_approval on Approval {
    id
    status
    revision
    toolSlug
    expiresAt
    mayDecide
    whyNot
    voidBecause
    ...ApprovalHead_approval
    ...ApprovalArguments_approval
    ...ApprovalPreview_approval
    ...ApprovalEdits_approval
    ...ApprovalVotes_approval
    ...ApprovalMessages_approval
    ...ApprovalOutcome_approval
    ...DecideButtons_approval
  }
`);

export type ApprovalCardProps = {
  approval: FragmentType<typeof ApprovalCard_approval>;
  /** Whether a, d and e act on this card; for pages that show one. */
  hotkeys?: boolean;
  opens?: AskedPanel;
};

/** A call that waits, or waited, for somebody to decide: the same in the inbox, on the page of the run, and in a chat. */
export function ApprovalCard({ approval: masked, hotkeys = false, opens }: ApprovalCardProps) {
  const approval = readFragment(ApprovalCard_approval, masked);
  const titleId = useId();
  const decision = useDecide(approval.id, approval.revision);
  const isPending = approval.status === 'PENDING';
  const { forget } = useDrafts(approval.id);
  useEffect(() => {
    if (!isPending) forget();
  }, [isPending, forget]);
  const now = useNow(isPending && Boolean(approval.expiresAt));
  const isLate = Boolean(approval.expiresAt && new Date(approval.expiresAt).getTime() <= now);
  const { refusal } = decision;
  return (
    <Card component="article" aria-labelledby={titleId} withBorder>
      <Stack gap="md">
        <ApprovalHead approval={approval} titleId={titleId} now={now} />
        <ApprovalArguments approval={approval} />
        <ApprovalPreview approval={approval} />
        <ApprovalEdits approval={approval} />
        <ApprovalVotes approval={approval} />
        <ApprovalMessages approval={approval} />
        <SimilarDecisions approvalId={approval.id} toolSlug={approval.toolSlug} />
        <ApprovalOutcome approval={approval} />
        {isPending && !isLate && !approval.mayDecide && approval.whyNot && (
          <Alert color="gray" title="You cannot decide this">
            {approval.whyNot}
          </Alert>
        )}
        {isPending && !isLate && approval.voidBecause && (
          <Alert color="yellow" title="This call cannot be approved any more">
            {approval.voidBecause} Deny it, so that whoever asked can make the call anew.
          </Alert>
        )}
        {refusal && (
          <Alert role="alert" color="yellow" title={refusal.title}>
            {refusal.body}
          </Alert>
        )}
        {isPending && !isLate && (
          <DecideButtons approval={approval} decision={decision} hotkeys={hotkeys} opens={opens} />
        )}
      </Stack>
    </Card>
  );
}
