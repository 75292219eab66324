import type { ToolEnv } from '#platform/tool-env.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { OutputSection, PermissionPolicy, ToolVisibility } from '#toolkit/tool-definition.ts';
import { OVERRIDE_WORDS } from './override-words.ts';
import { type ToolRow, toTenantTool } from './tool-row.ts';

type Rows = { global: readonly ToolRow[]; tenant: readonly ToolRow[] };

/** Built-in tools are off until somebody switches them on; a product's own, and those a runtime brings, are on until somebody switches them off. */
const isOnByDefault = (tool: ResolvedTool): boolean => tool.harness || tool.origin !== 'SYSTEM';

/** The tenant's row wins over the one for all tenants, field by field; asking for approval can be added, never taken away. */
function applyOverrides(base: ResolvedTool, global: ToolRow | undefined, tenant: ToolRow | undefined): ResolvedTool {
  const asks = [base.permissionPolicy, global?.permissionPolicy, tenant?.permissionPolicy].includes('always_ask');
  const pick = <Value>(read: (row: ToolRow) => Value | null, fallback: Value): Value =>
    (tenant && read(tenant)) ?? (global && read(global)) ?? fallback;
  return {
    ...base,
    kind: tenant ? 'SYSTEM_OVERRIDE' : null,
    enabled: pick((row) => row.enabled, isOnByDefault(base)),
    ...(global?.enabled === false && { offForAll: true }),
    name: pick((row) => row.name, base.name),
    description: pick((row) => row.description, base.description),
    category: pick((row) => row.category, base.category),
    icon: pick((row) => row.icon, base.icon),
    visibility: pick((row) => row.visibility as ToolVisibility | null, base.visibility),
    outputSections: pick((row) => row.outputSections as OutputSection[] | null, base.outputSections),
    display: pick((row) => row.display as { customUI: string } | null, base.display),
    permissionPolicy: (asks ? 'always_ask' : 'auto') satisfies PermissionPolicy,
    version: tenant?.revision ?? 0,
    rowId: tenant?.id ?? null,
    base: tenant ? applyOverrides(base, global, undefined) : null,
    overridden: tenant ? OVERRIDE_WORDS.filter((word) => tenant[word] !== null) : [],
  };
}

/** One list of all tools: code, what rows change about it, and what tenants authored. Sorted by slug, so it is the same every time. */
export function resolveShelf(codeTools: readonly ResolvedTool[], rows: Rows, offered?: ToolEnv): ResolvedTool[] {
  const overrides = (list: readonly ToolRow[]) =>
    new Map(list.filter((row) => row.kind === 'SYSTEM_OVERRIDE').map((row) => [row.slug, row]));
  const global = overrides(rows.global);
  const tenant = overrides(rows.tenant);
  const resolved = new Map<string, ResolvedTool>();
  for (const row of [...rows.global, ...rows.tenant]) {
    if (row.kind === 'TENANT_CUSTOM') resolved.set(row.slug, toTenantTool(row, offered));
  }
  // Code comes last: where a slug was taken by a row before a release brought the tool, the code wins.
  for (const base of codeTools) {
    resolved.set(base.slug, applyOverrides(base, global.get(base.slug), tenant.get(base.slug)));
  }
  return [...resolved.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}
