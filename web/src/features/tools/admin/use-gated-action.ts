import { notifications } from '@mantine/notifications';
import type { TypedDocumentNode } from '@urql/core';
import { useMutation } from 'urql';
import { describeError } from '#lib/describe-error.ts';
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
    let { data, error } = await run({ input });
    const impact = readImpact(error);
    if (impact) {
      if (!(await confirmImpact(impact))) return undefined;
      ({ data, error } = await run({ input: { ...input, acknowledgeImpact: true } }));
    }
    if (error) {
      const { title, body } = describeError(error);
      notifications.show({ color: 'red', title, message: body });
      return undefined;
    }
    if (!data) return undefined;
    if (done) notifications.show({ message: done(data) });
    return data;
  };
}
