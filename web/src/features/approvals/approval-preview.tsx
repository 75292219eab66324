import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { GenericValue } from '#ui/tool-output/generic-value.tsx';
import { CardPart } from './card-part.tsx';

const ApprovalPreview_approval = graphql(`
  fragment ApprovalPreview_approval on Approval {
    id
    preview
    editedInput
  }
`);

/** What the tool foretold. It was asked once, so this says nothing about arguments that an approver changes. */
export function ApprovalPreview({ approval }: { approval: FragmentType<typeof ApprovalPreview_approval> }) {
  const { preview, editedInput } = readFragment(ApprovalPreview_approval, approval);
  if (preview === null || preview === undefined) return null;
  return (
    <CardPart title={`What the call as asked would ${editedInput ? 'have done' : 'do'}`}>
      <GenericValue value={preview} label="preview" />
    </CardPart>
  );
}
