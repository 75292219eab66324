import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { Forbidden, NotFound } from '#platform/errors.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { findTool } from './find-tools.ts';

const NONE: ReadonlySet<string> = new Set();
const asked = new WeakMap<Context, Promise<ReadonlySet<string>>>();

async function readFavourites(ctx: Context, userId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.toolFavourite.findMany({ where: { userId }, select: { toolSlug: true } });
  return new Set(rows.map((row) => row.toolSlug));
}

/** Slugs of the tools that the caller keeps at hand; read once for a request. Only people have favourites. */
export function findFavourites(ctx: Context): Promise<ReadonlySet<string>> {
  if (ctx.viewer.kind !== 'user') return Promise.resolve(NONE);
  const known = asked.get(ctx) ?? readFavourites(ctx, ctx.viewer.userId);
  asked.set(ctx, known);
  return known;
}

/** Marking twice is no mistake, and a tool that went out of reach can still be let go. */
export async function setToolFavourite(
  ctx: Context,
  { slug, favourite }: { slug: string; favourite: boolean },
): Promise<ResolvedTool | null> {
  requireCan(ctx.viewer, 'tools.tenant.read');
  if (ctx.viewer.kind !== 'user') throw new Forbidden('Only people have favourites.');
  const tool = await findTool(ctx, slug);
  if (favourite && !tool) throw new NotFound(`The tool ${slug}`);
  const row = { tenantId: tenantIdOf(ctx.viewer), userId: ctx.viewer.userId, toolSlug: slug };
  if (favourite) await ctx.db.toolFavourite.createMany({ data: [row], skipDuplicates: true });
  else await ctx.db.toolFavourite.deleteMany({ where: row });
  asked.delete(ctx);
  return tool;
}
