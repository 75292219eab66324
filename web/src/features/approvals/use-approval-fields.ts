import { useQuery } from 'urql';
import { readToolFields } from '#features/tools/tool-fields.ts';
import { graphql } from '#gql/gql.ts';
import { type FieldDefinition, isRecord } from '#ui/schema-form/field-definition.ts';

const ApprovalFieldsQuery = graphql(`
  query ApprovalFieldsQuery($slug: String!) {
    tool(slug: $slug) { id name ...ToolFields_tool }
  }
`);

/** The form of the tool; none when the tool is gone or not for this person. */
export function useApprovalFields(slug: string) {
  const [{ data, fetching }] = useQuery({ query: ApprovalFieldsQuery, variables: { slug } });
  const fields = data?.tool ? readToolFields(data.tool) : undefined;
  return { name: data?.tool?.name, fields, loading: fetching && !data };
}

/** Nobody should approve what a form leaves out. */
export function coversInput(fields: readonly FieldDefinition[], input: unknown): boolean {
  const known = new Set(fields.map(({ name }) => name));
  return isRecord(input) && Object.keys(input).every((name) => known.has(name));
}
