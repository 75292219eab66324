import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { MessageForm, messageSchema } from './message-form.tsx';

const AskForm_askRequester = graphql(`
  mutation AskForm_askRequester($input: AskRequesterInput!) {
    askRequester(input: $input) { approval { id ...ApprovalCard_approval } }
  }
`);

export function AskForm({ approvalId, onDone }: { approvalId: string; onDone: () => void }) {
  const { form, submit, submitting, formError } = useMutationForm({
    document: AskForm_askRequester,
    schema: messageSchema,
    defaultValues: { text: '' },
    toVariables: ({ text }) => ({ input: { id: approvalId, text } }),
    onDone,
  });
  return (
    <MessageForm
      form={form}
      submit={submit}
      submitting={submitting}
      error={formError}
      label="Your question to whoever asked"
      submitLabel="Ask"
    />
  );
}
