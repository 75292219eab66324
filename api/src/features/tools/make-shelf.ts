import type { ToolEnv } from '#platform/tool-env.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolShelf } from '#toolkit/tool-shelf.ts';
import { resolveShelf } from './resolve-shelf.ts';
import type { ToolRow } from './tool-row.ts';

type Base = {
  codeTools: readonly ResolvedTool[];
  /** Rows that hold for all tenants. */
  global: readonly ToolRow[];
  secretsSet: ReadonlySet<string>;
  toolEnv?: ToolEnv;
};

export function makeShelf(base: Base, tenant: readonly ToolRow[]): ToolShelf {
  const tools = resolveShelf(base.codeTools, { global: base.global, tenant }, base.toolEnv);
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]));
  return {
    tools,
    find: (slug) => bySlug.get(slug),
    secretsSet: base.secretsSet,
    withRows: (rows) => makeShelf(base, rows as readonly ToolRow[]),
  };
}
