import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { type FieldDefinition, variantOf } from '#ui/schema-form/field-definition.ts';

/** GraphQL has no recursion: the five levels are written out. With lists of lists too, they would cost too much. */
const ToolFields_tool = graphql(`
  fragment ToolFields_tool on Tool {
    id
    fields {
      ...ToolFields_field
      fields { ...ToolFields_second }
      items { ...ToolFields_field fields { ...ToolFields_third } }
    }
  }
  fragment ToolFields_second on FieldDefinition {
    ...ToolFields_field
    fields { ...ToolFields_third }
    items { ...ToolFields_field fields { ...ToolFields_fourth } }
  }
  fragment ToolFields_third on FieldDefinition {
    ...ToolFields_field
    fields { ...ToolFields_fourth }
    items { ...ToolFields_field fields { ...ToolFields_field } }
  }
  fragment ToolFields_fourth on FieldDefinition {
    ...ToolFields_field
    fields { ...ToolFields_field }
    items { ...ToolFields_field }
  }
  fragment ToolFields_field on FieldDefinition {
    name
    label
    type
    required
    description
    variant
    default
    options { value label }
    integer
    min
    max
    pattern
    entityType
    visibleWhen
    schema
  }
`);

/** Whether all that the form needs was asked for. */
function isWhole(field: FieldDefinition): boolean {
  if (field.type === 'array') return Boolean(field.items && isWhole(field.items));
  if (field.type !== 'object' || variantOf(field) === 'json') return true;
  return field.fields?.every(isWhole) ?? false;
}

/** Whether all of it can be checked here: of what is written as JSON only the server knows whether it fits. */
export function isCheckedHere(field: FieldDefinition): boolean {
  if (field.schema) return false;
  return (field.fields ?? []).every(isCheckedHere) && (!field.items || isCheckedHere(field.items));
}

/** The fields of the form; undefined when they nest deeper than was asked for. */
export function readToolFields(tool: FragmentType<typeof ToolFields_tool>): FieldDefinition[] | undefined {
  const fields = readFragment(ToolFields_tool, tool).fields as unknown as FieldDefinition[];
  return fields.every(isWhole) ? fields : undefined;
}
