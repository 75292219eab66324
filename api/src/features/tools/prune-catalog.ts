import { operatorIn } from '#access/authenticate.ts';
import { requireOperator } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import type { ToolCatalogEntry } from '#generated/prisma/client.ts';

type Pruning = { entries: ToolCatalogEntry[]; removed: number };

/** Finds the catalog entries whose tools are gone from the code, and removes them unless they are only to be counted. */
export async function pruneCatalog(ctx: Context, { dryRun }: { dryRun?: boolean | null }): Promise<Pruning> {
  requireOperator(ctx.viewer);
  const { toolCatalogEntry } = ctx.elevate('the catalog of code tools belongs to no tenant');
  const isMissing = { missingSince: { not: null } };
  const entries = await toolCatalogEntry.findMany({ where: isMissing, orderBy: { slug: 'asc' } });
  if (dryRun) return { entries, removed: 0 };
  // Written down before they go: the log is then all that is left of them.
  const slugs = entries.map(({ slug }) => slug);
  await ctx.as(operatorIn(DEFAULT_TENANT)).transaction((inside) =>
    appendAudit(inside, {
      action: 'toolCatalog.pruned',
      target: { type: 'ToolCatalogEntry' },
      details: { slugs },
      before: entries,
    }),
  );
  // A release that started meanwhile may have brought one back.
  const { count } = await toolCatalogEntry.deleteMany({ where: { ...isMissing, slug: { in: slugs } } });
  return { entries, removed: count };
}
