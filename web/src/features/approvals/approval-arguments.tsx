import { Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { FactList } from '#ui/fact-list.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { isRecord } from '#ui/schema-form/field-definition.ts';
import { SchemaDisplay } from '#ui/schema-form/schema-display.tsx';
import { toPlainText } from '#ui/schema-form/to-plain-text.ts';
import { JsonView } from '#ui/tool-output/json-view.tsx';
import { CardPart } from './card-part.tsx';
import { coversInput, useApprovalFields } from './use-approval-fields.ts';

const ApprovalArguments_approval = graphql(`
  fragment ApprovalArguments_approval on Approval {
    id
    toolSlug
    input
    editedInput
  }
`);

/** With what the tool is called: where somebody changed it, as it was approved. */
export function ApprovalArguments({ approval: masked }: { approval: FragmentType<typeof ApprovalArguments_approval> }) {
  const { toolSlug, input, editedInput } = readFragment(ApprovalArguments_approval, masked);
  return (
    <CardPart title={editedInput ? 'Arguments, as approved' : 'Arguments'}>
      <ArgumentValues toolSlug={toolSlug} value={editedInput ?? input} />
    </CardPart>
  );
}

const isPlain = (value: unknown) => typeof value !== 'object' && /^.+$/u.test(String(value));

function ArgumentValues({ toolSlug, value }: { toolSlug: string; value: unknown }) {
  const { fields, loading } = useApprovalFields(toolSlug);
  if (loading) return <FormLoading fields={2} />;
  if (isRecord(value) && Object.keys(value).length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  }
  if (!fields && isRecord(value) && Object.values(value).every(isPlain)) {
    return <FactList facts={Object.entries(value).map(([name, one]) => [name, toPlainText(one)])} />;
  }
  if (fields && coversInput(fields, value)) return <SchemaDisplay fields={fields} value={value} />;
  return <JsonView value={value} label="arguments as JSON" />;
}
