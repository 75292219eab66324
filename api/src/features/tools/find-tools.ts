import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { requireScope, sourceOf } from '#access/viewer.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { type AgentProfile, type Evaluation, type Exclusion, evaluateTools, type Runtime } from './evaluate-tools.ts';

export type ToolFilter = {
  origin?: string | null;
  kind?: string | null;
  category?: string | null;
  search?: string | null;
  includeUnavailable?: boolean | null;
};

const RUNTIME_OF: Record<string, Runtime> = { user: 'web', apiKey: 'api', agent: 'chat', system: 'api' };

/** How the gates see the caller of this request. */
export async function evaluationFor(
  ctx: Context,
  options: { agent?: AgentProfile; runtime?: Runtime; includeHarness?: ReadonlySet<string> } = {},
): Promise<Evaluation> {
  const scope = requireScope(ctx.viewer);
  const shelf = await ctx.tools.of(scope.tenantId);
  return {
    tenantSlug: scope.tenantSlug,
    permissions: scope.permissions,
    runtime: options.runtime ?? RUNTIME_OF[ctx.viewer.kind] ?? 'api',
    agent: options.agent ?? null,
    includeHarness: options.includeHarness ?? new Set(),
    secretsSet: shelf.secretsSet,
    runnableKinds: ctx.tools.runnableKinds,
    availability: {
      tenantSlug: scope.tenantSlug,
      agentSlug: options.agent?.slug,
      spaceId: null,
      permissions: scope.permissions,
      source: sourceOf(ctx.viewer),
    },
  };
}

type Found = { included: ResolvedTool[]; reasons: ReadonlyMap<string, Exclusion> };
const asked = new WeakMap<Context['viewer'], { shelf: unknown; found: Promise<Found> }>();

/** What the caller has and why not the rest; worked out once for a viewer and a shelf. */
export async function findTools(ctx: Context): Promise<Found> {
  const shelf = await ctx.tools.of(requireScope(ctx.viewer).tenantId);
  const known = asked.get(ctx.viewer);
  if (known && known.shelf === shelf) return known.found;
  const found = evaluationFor(ctx).then((evaluation) => {
    const { included, excluded } = evaluateTools(shelf.tools, evaluation);
    return { included, reasons: new Map(excluded.map((exclusion) => [exclusion.slug, exclusion])) };
  });
  asked.set(ctx.viewer, { shelf, found });
  return found;
}

/** One tool that the caller may see. Absent, not available and another tenant's sound alike. */
export async function findTool(ctx: Context, slug: string): Promise<ResolvedTool | null> {
  if (!can(ctx.viewer, 'tools.tenant.read')) return null;
  const { reasons } = await findTools(ctx);
  const shelf = await ctx.tools.of(requireScope(ctx.viewer).tenantId);
  return reasons.has(slug) ? null : (shelf.find(slug) ?? null);
}

function matches(tool: ResolvedTool, filter: ToolFilter, words: readonly string[]): boolean {
  if (filter.origin && tool.origin !== filter.origin) return false;
  if (filter.kind && tool.kind !== filter.kind) return false;
  if (filter.category && tool.category !== filter.category) return false;
  if (words.length === 0) return true;
  const text = `${tool.slug} ${tool.name} ${tool.description} ${tool.category}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The library. Editors may also ask for what is kept back; harness tools are never listed. */
export async function listTools(ctx: Context, filter: ToolFilter): Promise<ResolvedTool[]> {
  const { included } = await findTools(ctx);
  const everything = filter.includeUnavailable && can(ctx.viewer, 'tools.tenant.update');
  const shelf = await ctx.tools.of(requireScope(ctx.viewer).tenantId);
  const { tenantSlug } = requireScope(ctx.viewer);
  const forTenant = (tool: ResolvedTool) => tool.tenantSlugs.length === 0 || tool.tenantSlugs.includes(tenantSlug);
  const candidates = everything ? shelf.tools.filter(forTenant) : included;
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return candidates.filter((tool) => !tool.harness && matches(tool, filter, words));
}
