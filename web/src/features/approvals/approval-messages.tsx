import { Stack, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { TimeAgo } from '#ui/time-ago.tsx';
import { AnswerForm } from './answer-form.tsx';
import { CardPart } from './card-part.tsx';

const ApprovalMessages_approval = graphql(`
  fragment ApprovalMessages_approval on Approval {
    id
    mayAnswer
    messages { id kind author text createdAt }
  }
`);

/** What was asked about the call and answered; whoever asked for it can answer here. */
export function ApprovalMessages({ approval: masked }: { approval: FragmentType<typeof ApprovalMessages_approval> }) {
  const { id, mayAnswer, messages } = readFragment(ApprovalMessages_approval, masked);
  if (messages.length === 0) return null;
  return (
    <CardPart title="Questions and answers">
      <Stack gap="sm">
        <div role="log" aria-label="Questions and answers">
          {messages.map(({ id: key, kind, author, text, createdAt }) => (
            <Text key={key} size="sm" component="div" mb={4}>
              <Text span size="sm" c="dimmed">
                {author} {kind === 'question' ? 'asked' : 'answered'}, <TimeAgo value={createdAt} />
              </Text>
              <div>{text}</div>
            </Text>
          ))}
        </div>
        {mayAnswer && <AnswerForm approvalId={id} />}
      </Stack>
    </CardPart>
  );
}
