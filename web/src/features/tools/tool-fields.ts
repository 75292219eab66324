import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

/** The tree is whole at any depth; `fields` has to be asked for level by level. */
const ToolFields_tool = graphql(`
  fragment ToolFields_tool on Tool { id fieldTree }
`);

/** Whether all of it can be checked here: of what is written as JSON only the server knows whether it fits. */
export function isCheckedHere(field: FieldDefinition): boolean {
  if (field.schema) return false;
  return (field.fields ?? []).every(isCheckedHere) && (!field.items || isCheckedHere(field.items));
}

/** The fields of the form, in the order of their author. */
export function readToolFields(tool: FragmentType<typeof ToolFields_tool>): FieldDefinition[] {
  return readFragment(ToolFields_tool, tool).fieldTree as FieldDefinition[];
}
