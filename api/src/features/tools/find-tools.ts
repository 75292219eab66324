import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { requireScope, sourceOf } from '#access/viewer.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { type AgentProfile, type Evaluation, type Exclusion, evaluateTools, type Runtime } from './evaluate-tools.ts';
import { harnessCategoriesOf } from './harness-categories.ts';

const RUNTIME_OF: Record<string, Runtime> = { user: 'web', apiKey: 'api', agent: 'chat', system: 'api' };
/** Whatever is not named here is an agent at work. */
const SOURCE_OF: Partial<Record<Runtime, AvailabilityContext['source']>> = { web: 'web', api: 'api' };

/** How the gates see the caller of this request. */
export async function evaluationFor(
  ctx: Context,
  options: { agent?: AgentProfile; runtime?: Runtime; channel?: string } = {},
): Promise<Evaluation> {
  const scope = requireScope(ctx.viewer);
  const shelf = await ctx.tools.of(scope.tenantId);
  const runtime = options.runtime ?? RUNTIME_OF[ctx.viewer.kind] ?? 'api';
  return {
    tenantSlug: scope.tenantSlug,
    permissions: scope.permissions,
    runtime,
    agent: options.agent ?? null,
    includeHarness: harnessCategoriesOf(runtime, options.channel),
    secretsSet: shelf.secretsSet,
    runnableKinds: ctx.tools.runnableKinds,
    availability: {
      tenantSlug: scope.tenantSlug,
      agentSlug: options.agent?.slug,
      spaceId: null,
      permissions: scope.permissions,
      source: options.runtime ? (SOURCE_OF[runtime] ?? 'agent') : sourceOf(ctx.viewer),
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
