import { graphql } from '#gql/gql.ts';
import type { ToolKind } from '#gql/graphql.ts';
import { useAction } from '#lib/use-action.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { useGatedAction } from './use-gated-action.ts';

const RemoveTool_delete = graphql(`
  mutation RemoveTool_delete($input: DeleteToolInput!) {
    deleteTool(input: $input) { slug }
  }
`);

const RemoveTool_reset = graphql(`
  mutation RemoveTool_reset($input: ResetToolOverrideInput!) {
    resetToolOverride(input: $input) { tool { id ...AdminToolRow_tool } }
  }
`);

type Removable = { slug: string; version: number; name: string; kind?: ToolKind | null };

type Outcome = 'removed' | 'refused' | 'kept';

/** Deletes a tool of the tenant, or takes away what it changed about one that is code; both only after a question. */
export function useRemoveTool() {
  const remove = useGatedAction(RemoveTool_delete, ({ deleteTool }) => `${deleteTool.slug} was deleted.`);
  const reset = useAction(RemoveTool_reset, () => 'The tool is back to what it was.');
  return async ({ slug, version, name, kind }: Removable): Promise<Outcome> => {
    const isOwn = kind === 'TENANT_CUSTOM';
    const confirmed = await confirmAction({
      title: isOwn ? `Delete ${name}?` : `Reset ${name}?`,
      body: isOwn
        ? 'The tool and its versions are gone for good. People and agents cannot use it any more.'
        : 'All that this tenant changed about it is taken away. It works as built in again.',
      confirmLabel: isOwn ? 'Delete tool' : 'Reset tool',
      danger: true,
    });
    if (!confirmed) return 'kept';
    const done = await (isOwn ? remove({ slug, version }) : reset({ input: { slug, version } }));
    return done ? 'removed' : 'refused';
  };
}
