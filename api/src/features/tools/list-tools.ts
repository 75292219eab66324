import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { requireScope } from '#access/viewer.ts';
import { isMadeFor, type ResolvedTool } from '#toolkit/resolved-tool.ts';
import { findFavourites } from './favourites.ts';
import { findTools } from './find-tools.ts';

export type ToolFilter = {
  origin?: string | null;
  kind?: string | null;
  category?: string | null;
  search?: string | null;
  favourites?: boolean | null;
  includeUnavailable?: boolean | null;
};

function matches(tool: ResolvedTool, filter: ToolFilter, words: readonly string[]): boolean {
  if (filter.origin && tool.origin !== filter.origin) return false;
  if (filter.kind && tool.kind !== filter.kind) return false;
  if (filter.category && tool.category !== filter.category) return false;
  if (words.length === 0) return true;
  const text = `${tool.slug} ${tool.name} ${tool.description} ${tool.category}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** What there is for the tenant, usable or not. */
async function findShelved(ctx: Context): Promise<ResolvedTool[]> {
  requireCan(ctx.viewer, 'tools.tenant.update');
  const { tenantId, tenantSlug } = requireScope(ctx.viewer);
  const { tools } = await ctx.tools.of(tenantId);
  return tools.filter((tool) => isMadeFor(tool, tenantSlug));
}

/** The library. Editors may also ask for what is kept back; harness tools are never listed. */
export async function listTools(ctx: Context, filter: ToolFilter): Promise<ResolvedTool[]> {
  const candidates = filter.includeUnavailable ? await findShelved(ctx) : (await findTools(ctx)).included;
  const favourites = filter.favourites ? await findFavourites(ctx) : null;
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return candidates.filter(
    (tool) => !tool.harness && matches(tool, filter, words) && (favourites?.has(tool.slug) ?? true),
  );
}

export type ToolCategory = { name: string; count: number };

/** The shelves of the library in the order of their names. A chosen category does not hide the others. */
export async function listCategories(ctx: Context, filter: ToolFilter): Promise<ToolCategory[]> {
  const counts = new Map<string, number>();
  for (const { category } of await listTools(ctx, { ...filter, category: null })) {
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
