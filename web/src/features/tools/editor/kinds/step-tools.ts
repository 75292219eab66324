import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { StepTools_ToolFragment } from '#gql/graphql.ts';
import { useCan } from '#lib/use-can.ts';

const StepTools_tool = graphql(`
  fragment StepTools_tool on Tool {
    id
    slug
    name
    fields { name label type required description }
    outputSchema
  }
`);

/** Editors also build with tools that are switched off for now. */
const StepToolsQuery = graphql(`
  query StepToolsQuery($slug: String!, $edits: Boolean!) {
    editableTool(slug: $slug) @include(if: $edits) { id ...StepTools_tool }
    tool(slug: $slug) @skip(if: $edits) { id ...StepTools_tool }
  }
`);

export type StepTool = StepTools_ToolFragment;

/** The tools that steps call, by slug, as they become known. */
export function useStepTools(slugs: readonly string[]): ReadonlyMap<string, StepTool> {
  const client = useClient();
  const edits = useCan('tools.tenant.update');
  const [known, setKnown] = useState<ReadonlyMap<string, StepTool>>(new Map());
  const wanted = [...new Set(slugs)].filter((slug) => slug !== '' && !known.has(slug)).join(' ');

  useEffect(() => {
    let outdated = false;
    for (const slug of wanted.split(' ').filter(Boolean)) {
      client
        .query(StepToolsQuery, { slug, edits })
        .toPromise()
        .then(({ data }) => {
          const tool = readFragment(StepTools_tool, data?.editableTool ?? data?.tool);
          if (tool && !outdated) setKnown((last) => new Map(last).set(slug, tool));
        });
    }
    return () => {
      outdated = true;
    };
  }, [client, edits, wanted]);
  return known;
}
