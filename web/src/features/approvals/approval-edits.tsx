import { Code, Table } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { toPlainText } from '#ui/schema-form/to-plain-text.ts';
import { CardPart } from './card-part.tsx';

const ApprovalEdits_approval = graphql(`
  fragment ApprovalEdits_approval on Approval {
    id
    edits { path before after }
  }
`);

const nothing = (value: unknown) => value === null || value === undefined;

/** What the approver changed, place by place. */
export function ApprovalEdits({ approval }: { approval: FragmentType<typeof ApprovalEdits_approval> }) {
  const { edits } = readFragment(ApprovalEdits_approval, approval);
  if (edits.length === 0) return null;
  return (
    <CardPart title="Changed before it was approved">
      <Table withTableBorder aria-label="Changes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Where</Table.Th>
            <Table.Th scope="col">Asked</Table.Th>
            <Table.Th scope="col">Approved</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {edits.map(({ path, before, after }) => (
            <Table.Tr key={path}>
              <Table.Th scope="row">
                <Code>{path}</Code>
              </Table.Th>
              <Table.Td>{nothing(before) ? '–' : <del>{toPlainText(before)}</del>}</Table.Td>
              <Table.Td>{nothing(after) ? '–' : <ins>{toPlainText(after)}</ins>}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </CardPart>
  );
}
