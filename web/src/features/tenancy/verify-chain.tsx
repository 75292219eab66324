import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';
import { VerifyButton } from '#ui/verify-button.tsx';

const VerifyChainQuery = graphql(`
  query VerifyChainQuery {
    verifyAudit { valid entries brokenSeq }
  }
`);

export function VerifyChain() {
  return (
    <VerifyButton
      label="Verify chain"
      title="Verification of the audit log"
      noun="entry"
      query={VerifyChainQuery}
      variables={{}}
      judge={({ verifyAudit: { valid: intact, entries, brokenSeq } }) =>
        intact
          ? { intact, title: 'The chain is whole', checked: plural(entries, 'entry', 'entries') }
          : { intact, title: 'The chain is broken', broken: `Entry number ${brokenSeq}` }
      }
    />
  );
}
