import { graphql } from '#gql/gql.ts';
import { MessageForm } from './message-form.tsx';

const AskForm_askRequester = graphql(`
  mutation AskForm_askRequester($input: AskRequesterInput!) {
    askRequester(input: $input) { approval { id ...ApprovalCard_approval } }
  }
`);

export function AskForm({ approvalId, onDone }: { approvalId: string; onDone: () => void }) {
  return (
    <MessageForm
      document={AskForm_askRequester}
      approvalId={approvalId}
      label="Your question to whoever asked"
      submitLabel="Ask"
      name="ask"
      onDone={onDone}
    />
  );
}
