import { graphql } from '#gql/gql.ts';

export const AcceptInvitation = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      email
      tenant {
        slug
        name
      }
    }
  }
`);
