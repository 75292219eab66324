import { notifications } from '@mantine/notifications';
import type { AnyVariables, OperationResult, TypedDocumentNode } from '@urql/core';
import { useMutation } from 'urql';
import { describeError } from './describe-error.ts';

type RunAction<Data, Variables> = (variables: Variables) => Promise<Data | undefined>;

/** A mutation behind a button, not a form: `done` words the news that the page does not show, a failure is told with what to do next. */
export function useAction<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  done?: (data: Data) => string,
): RunAction<Data, Variables> {
  const [, run] = useMutation(document);
  return async (variables) => tellOutcome(await run(variables), done);
}

export function tellOutcome<Data>(
  { data, error }: Pick<OperationResult<Data>, 'data' | 'error'>,
  done?: (data: Data) => string,
): Data | undefined {
  if (error) {
    const { title, body } = describeError(error);
    notifications.show({ color: 'red', title, message: body });
    return undefined;
  }
  if (!data) return undefined;
  if (done) notifications.show({ message: done(data) });
  return data;
}
