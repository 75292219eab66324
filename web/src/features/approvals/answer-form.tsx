import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { MessageForm, messageSchema } from './message-form.tsx';

const AnswerForm_answerApprover = graphql(`
  mutation AnswerForm_answerApprover($input: AnswerApproverInput!) {
    answerApprover(input: $input) { approval { id ...ApprovalCard_approval } }
  }
`);

export function AnswerForm({ approvalId }: { approvalId: string }) {
  const { form, submit, submitting, formError, reset } = useMutationForm({
    document: AnswerForm_answerApprover,
    schema: messageSchema,
    defaultValues: { text: '' },
    toVariables: ({ text }) => ({ input: { id: approvalId, text } }),
    onDone: (): void => reset(),
  });
  return (
    <MessageForm
      form={form}
      submit={submit}
      submitting={submitting}
      error={formError}
      label="Your answer"
      submitLabel="Answer"
    />
  );
}
