import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { FieldType } from '#ui/schema-form/field-definition.ts';
import { type ConditionField, toConditionFields } from './condition-fields.ts';

const ConditionFieldsQuery = graphql(`
  query ConditionFieldsQuery($slug: String!) {
    tool(slug: $slug) {
      id
      fields {
        ...ConditionFields_field
        fields { ...ConditionFields_field fields { ...ConditionFields_field } }
      }
    }
  }
  fragment ConditionFields_field on FieldDefinition {
    name
    label
    type
    options { value label }
  }
`);

type Field = { name: string; label: string; type: FieldType; fields?: Field[] };

const none: ConditionField[] = [];

/** What a tool's input offers to compare; nothing when no tool is named or it is out of reach. */
export function useConditionFields(slug: string | null): ConditionField[] {
  const [{ data }] = useQuery({ query: ConditionFieldsQuery, variables: { slug: slug ?? '' }, pause: !slug });
  const fields = data?.tool?.fields as unknown as Field[] | undefined;
  return useMemo(() => (slug && fields ? toConditionFields(fields) : none), [slug, fields]);
}
