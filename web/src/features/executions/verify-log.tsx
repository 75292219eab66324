import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';
import { VerifyButton } from '#ui/verify-button.tsx';

const VerifyLogQuery = graphql(`
  query VerifyLogQuery($id: ID!) {
    verifySession(id: $id) { intact events brokenSeq }
  }
`);

export function VerifyLog({ sessionId }: { sessionId: string }) {
  return (
    <VerifyButton
      label="Verify log"
      title="Verification of the session’s log"
      noun="event"
      size="xs"
      query={VerifyLogQuery}
      variables={{ id: sessionId }}
      judge={({ verifySession: { intact, events, brokenSeq } }) =>
        intact
          ? { intact, title: 'The log is as it was written', checked: plural(events, 'event') }
          : { intact, title: 'The log was changed', broken: `Event number ${brokenSeq}` }
      }
    />
  );
}
