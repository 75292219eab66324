import { useRef, useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { ApprovalDecision } from '#gql/graphql.ts';
import { describeRefusal, refusalOf } from './decide-words.ts';

const BulkDecision_decideApprovals = graphql(`
  mutation BulkDecision_decideApprovals($input: DecideApprovalsInput!) {
    decideApprovals(input: $input) { results { id code message } }
  }
`);

/** The server takes so many at once. */
const MOST_AT_ONCE = 100;

export type BulkItem = { id: string; title: string };

export type BulkResults = {
  decision: ApprovalDecision;
  done: number;
  failed: { id: string; title: string; why: string }[];
};

/** Decides about several calls alike, and tells what became of each. */
export function useBulkDecision() {
  const [, run] = useMutation(BulkDecision_decideApprovals);
  const busy = useRef(false);
  const [deciding, setDeciding] = useState(false);
  const [results, setResults] = useState<BulkResults>();

  async function decideSome(items: readonly BulkItem[], decision: ApprovalDecision, reason?: string) {
    const { data, error } = await run({ input: { ids: items.map(({ id }) => id), decision, reason } });
    const refused = error && describeRefusal(error).body;
    const answers = new Map(data?.decideApprovals.results.map((result) => [result.id, result]));
    return items.flatMap(({ id, title }) => {
      const answer = answers.get(id);
      if (answer && !answer.code) return [];
      const why = answer?.code ? (refusalOf(answer.code, answer.message)?.body ?? answer.message) : refused;
      return [{ id, title, why: why ?? 'It is not known what became of it. Reload to see.' }];
    });
  }

  async function decideAll(items: readonly BulkItem[], decision: ApprovalDecision, reason?: string) {
    if (busy.current) return;
    busy.current = true;
    setDeciding(true);
    setResults(undefined);
    try {
      const failed: BulkResults['failed'] = [];
      for (let at = 0; at < items.length; at += MOST_AT_ONCE) {
        failed.push(...(await decideSome(items.slice(at, at + MOST_AT_ONCE), decision, reason)));
      }
      setResults({ decision, done: items.length - failed.length, failed });
    } finally {
      busy.current = false;
      setDeciding(false);
    }
  }

  return { decideAll, deciding, results, dismiss: () => setResults(undefined) };
}
