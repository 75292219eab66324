import type { CombinedError } from '@urql/core';
import { useRef, useState } from 'react';
import { useClient, useMutation } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { ApprovalDecision } from '#gql/graphql.ts';
import { errorCode, fieldProblems } from '#lib/describe-error.ts';
import type { FieldProblem } from '#ui/schema-form/field-definition.ts';
import { describeOutcome } from './approval-words.ts';
import { describeRefusal, type Refusal } from './decide-words.ts';

const Decide_decideApproval = graphql(`
  mutation Decide_decideApproval($input: DecideApprovalInput!) {
    decideApproval(input: $input) {
      approval { id ...ApprovalCard_approval }
      run { id status }
    }
  }
`);

const DecideAgainQuery = graphql(`
  query DecideAgainQuery($id: ID!) {
    approval(id: $id) { id status decidedBy ...ApprovalCard_approval }
  }
`);

type More = { input?: unknown; reason?: string; denyOption?: string };

/** Codes after which the card shows something that is no longer so. */
const stale = new Set(['ALREADY_DECIDED', 'APPROVAL_EXPIRED', 'APPROVAL_CANCELLED', 'FORBIDDEN', 'CONFLICT']);

export type Decide = ReturnType<typeof useDecide>;

/** Decides about one call as it is shown: once for each revision of it, however often somebody presses. */
export function useDecide(id: string, revision: number) {
  const client = useClient();
  const [, run] = useMutation(Decide_decideApproval);
  const busy = useRef(false);
  /** The answer is there before the card shows it; a press in between must not decide again. */
  const taken = useRef<number>(undefined);
  const [deciding, setDeciding] = useState<ApprovalDecision>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [problems, setProblems] = useState<FieldProblem[]>();

  async function refuse(error: CombinedError) {
    const fields = fieldProblems(error).filter(({ path }) => path[0] === 'input' && path.length > 1);
    setProblems(fields.map(({ path, message }) => ({ path: path.slice(1).map(String), message })));
    if (fields.length > 0) return;
    const words = describeRefusal(error);
    setRefusal(words);
    const code = errorCode(error) ?? '';
    if (!stale.has(code)) return;
    const { data } = await client.query(DecideAgainQuery, { id }, { requestPolicy: 'network-only' }).toPromise();
    const now = data?.approval;
    if (code !== 'ALREADY_DECIDED' || !now) return;
    // With several who must agree, one's own word may have been the earlier one.
    if (now.status === 'PENDING') setRefusal({ title: 'You have decided already', body: 'Others have to agree too.' });
    else setRefusal({ ...words, body: `${describeOutcome(now)}. A decision counts once, so yours was not used.` });
  }

  /** Whether it was taken. */
  async function decide(decision: ApprovalDecision, more: More = {}): Promise<boolean> {
    if (busy.current || taken.current === revision) return false;
    busy.current = true;
    setDeciding(decision);
    setRefusal(undefined);
    setProblems(undefined);
    try {
      const { error } = await run({ input: { id, decision, ...more } });
      if (error) await refuse(error);
      else taken.current = revision;
      return !error;
    } finally {
      busy.current = false;
      setDeciding(undefined);
    }
  }

  return { decide, deciding, refusal, problems };
}
