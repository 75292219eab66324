import type { CombinedError } from '@urql/core';
import { useMutation } from 'urql';
import { graphql } from '#gql/gql.ts';
import { readImpact, useImpactConfirm } from '../admin/impact-dialog.tsx';
import { readStaleEdit, type StaleEdit } from '../admin/stale-edit.ts';
import type { valuesToDraft } from './values-to-draft.ts';

const SaveTool_createTool = graphql(`
  mutation SaveTool_createTool($input: CreateToolInput!) {
    createTool(input: $input) { tool { id slug name version fieldTree } }
  }
`);

const SaveTool_updateTool = graphql(`
  mutation SaveTool_updateTool($input: UpdateToolInput!) {
    updateTool(input: $input) { tool { id slug name version fieldTree ...EditableTool_tool } }
  }
`);

type Draft = ReturnType<typeof valuesToDraft>;
export type SavedTool = { slug: string; name: string; version: number; fieldTree: unknown[] };

export type SaveOutcome =
  | { saved: SavedTool }
  | { stale: StaleEdit }
  | { error: CombinedError }
  /** Shown what would break, the author went back. */
  | { withdrawn: true };

/** Saves a new tool, or a new version of one; asks before something else breaks, and never saves over others. */
export function useSaveTool() {
  const [, create] = useMutation(SaveTool_createTool);
  const [, update] = useMutation(SaveTool_updateTool);
  const confirmImpact = useImpactConfirm();

  async function createTool(slug: string, draft: Draft): Promise<SaveOutcome> {
    const { data, error } = await create({ input: { slug, ...draft } });
    return data ? { saved: data.createTool.tool } : { error: error! };
  }

  async function updateTool(slug: string, version: number, draft: Draft, knows = false): Promise<SaveOutcome> {
    const acknowledgeImpact = knows || undefined;
    const { data, error } = await update({ input: { slug, version, ...draft, acknowledgeImpact } });
    if (data) return { saved: data.updateTool.tool };
    const stale = readStaleEdit(error);
    if (stale) return { stale };
    const impact = readImpact(error);
    if (!impact) return { error: error! };
    return (await confirmImpact(impact)) ? updateTool(slug, version, draft, true) : { withdrawn: true };
  }

  return (slug: string, version: number | undefined, draft: Draft): Promise<SaveOutcome> =>
    version === undefined ? createTool(slug, draft) : updateTool(slug, version, draft);
}
