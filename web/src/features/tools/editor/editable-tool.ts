import type { Client, CombinedError } from '@urql/core';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { EditableTool_ToolFragment } from '#gql/graphql.ts';

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
    fieldTree
    outputSchema
    executionSpec
    outputSections { key label type config }
    inputExamples { label input }
    display
    sensitiveFields
    denyOptions { label reason }
    version
  }
`);

const EditableToolQuery = graphql(`
  query EditableToolQuery($slug: String!) {
    editableTool(slug: $slug) { id ...EditableTool_tool }
  }
`);

export type EditableTool = EditableTool_ToolFragment;

/** The tool as it is now, past every cache: what is edited must be what is stored. */
export async function loadEditableTool(
  client: Client,
  slug: string,
): Promise<{ tool: EditableTool | null } | { error: CombinedError }> {
  const fresh = { requestPolicy: 'network-only' } as const;
  const { data, error } = await client.query(EditableToolQuery, { slug }, fresh).toPromise();
  return error ? { error } : { tool: readFragment(EditableTool_tool, data?.editableTool) ?? null };
}
