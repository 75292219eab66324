import { graphql } from '#gql/gql.ts';
import type { ToolKind } from '#gql/graphql.ts';
import { useAction } from '#lib/use-action.ts';
import { useGatedAction } from './use-gated-action.ts';

const SwitchTool_own = graphql(`
  mutation SwitchTool_own($input: UpdateToolInput!) {
    updateTool(input: $input) { tool { id ...AdminToolRow_tool } }
  }
`);

const SwitchTool_builtIn = graphql(`
  mutation SwitchTool_builtIn($input: UpsertToolOverrideInput!) {
    upsertToolOverride(input: $input) { tool { id ...AdminToolRow_tool } }
  }
`);

type Switchable = { slug: string; version: number; kind?: ToolKind | null };

/** Switches a tool on or off: one of the tenant by changing it, one that is code by overriding it. */
export function useSwitchTool() {
  const own = useGatedAction(SwitchTool_own);
  const builtIn = useAction(SwitchTool_builtIn);
  return async ({ slug, version, kind }: Switchable, enabled: boolean): Promise<boolean> => {
    const input = { slug, version, enabled };
    return Boolean(await (kind === 'TENANT_CUSTOM' ? own(input) : builtIn({ input })));
  };
}
