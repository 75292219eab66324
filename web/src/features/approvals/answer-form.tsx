import { graphql } from '#gql/gql.ts';
import { MessageForm } from './message-form.tsx';

const AnswerForm_answerApprover = graphql(`
  mutation AnswerForm_answerApprover($input: AnswerApproverInput!) {
    answerApprover(input: $input) { approval { id ...ApprovalCard_approval } }
  }
`);

export function AnswerForm({ approvalId }: { approvalId: string }) {
  return (
    <MessageForm
      document={AnswerForm_answerApprover}
      approvalId={approvalId}
      label="Your answer"
      submitLabel="Answer"
      name="answer"
    />
  );
}
