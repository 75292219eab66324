import { type Client, CombinedError } from '@urql/core';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { EditableTool_ToolFragment } from '#gql/graphql.ts';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

export const EditableTool_tool = graphql(`
  fragment EditableTool_tool on Tool {
    id
    slug
    name
    description
    category
    icon
    kind
    enabled
    permissionPolicy
    requiredPermission
    executionType
    visibility
    inputSchema
    outputSchema
    executionSpec
    outputSections { key label type config }
    inputExamples { label input }
    display
    version
  }
`);

const EditableToolQuery = graphql(`
  query EditableToolQuery($slug: String!) {
    editableTool(slug: $slug) { id ...EditableTool_tool }
  }
`);

/** A query cannot follow fields to any depth; the schema has them all. */
const EditableTool_fieldsQuery = graphql(`
  query EditableTool_fieldsQuery($inputSchema: JSON!) {
    readToolSchema(inputSchema: $inputSchema) { fields }
  }
`);

export type EditableTool = EditableTool_ToolFragment;

/** Half an input must not be edited: saving would take away the other half. */
function unreadable(slug: string): CombinedError {
  const message = `The input of ${slug} cannot be shown as fields, so it is not opened here. Change it through the API.`;
  return new CombinedError({ graphQLErrors: [{ message, extensions: { code: 'CONFLICT' } }] });
}

export type LoadedTool = { tool: EditableTool | null; fields: FieldDefinition[] };

/** The tool as it is now, past every cache: what is edited must be what is stored. */
export async function loadEditableTool(
  client: Client,
  slug: string,
): Promise<{ loaded: LoadedTool } | { error: CombinedError }> {
  const fresh = { requestPolicy: 'network-only' } as const;
  const first = await client.query(EditableToolQuery, { slug }, fresh).toPromise();
  if (first.error) return { error: first.error };
  const tool = readFragment(EditableTool_tool, first.data?.editableTool) ?? null;
  if (tool?.kind !== 'TENANT_CUSTOM') return { loaded: { tool, fields: [] } };
  const { inputSchema } = tool;
  const second = await client.query(EditableTool_fieldsQuery, { inputSchema }, fresh).toPromise();
  if (second.error) return { error: second.error };
  const fields = second.data?.readToolSchema.fields as FieldDefinition[] | null | undefined;
  return fields ? { loaded: { tool, fields } } : { error: unreadable(slug) };
}
