import type { TypedDocumentNode } from '@urql/core';
import { useMutation } from 'urql';
import { tellOutcome } from '#lib/use-action.ts';
import { readImpact, useImpactConfirm } from './impact-dialog.tsx';

type Gated = { acknowledgeImpact?: boolean | null };

/** A mutation behind the publish gate: what it would break is shown first, and it is sent again once that is accepted. */
export function useGatedAction<Data, Input extends Gated>(
  document: TypedDocumentNode<Data, { input: Input }>,
  done?: (data: Data) => string,
): (input: Input) => Promise<Data | undefined> {
  const [, run] = useMutation(document);
  const confirmImpact = useImpactConfirm();
  return async (input) => {
    const first = await run({ input });
    const impact = readImpact(first.error);
    if (!impact) return tellOutcome(first, done);
    if (!(await confirmImpact(impact))) return undefined;
    return tellOutcome(await run({ input: { ...input, acknowledgeImpact: true } }), done);
  };
}
