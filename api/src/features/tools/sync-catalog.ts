import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';

/** Makes the mirror of the code tools say exactly what this release has. Rows that hang on a tool that is gone, go with it. */
export async function syncCatalog(
  { system, clock, log }: { system: PrismaClient; clock: Clock; log: Log },
  codeTools: readonly ResolvedTool[],
): Promise<void> {
  const lastSeenAt = clock.now();
  for (const { slug, origin, category, harness, requiredSecrets } of codeTools) {
    const seen = {
      origin,
      category,
      harness,
      requiredSecrets: requiredSecrets as unknown as Prisma.InputJsonValue,
      lastSeenAt,
    };
    await system.toolCatalogEntry.upsert({
      where: { slug },
      create: { slug, ...seen },
      update: { ...seen, missingSince: null },
    });
  }
  const gone = await system.toolCatalogEntry.findMany({
    where: { slug: { notIn: codeTools.map((tool) => tool.slug) } },
    select: { slug: true },
  });
  if (gone.length === 0) return;
  const slugs = gone.map((entry) => entry.slug);
  log.warn({ slugs }, 'Tools are gone from the code; their catalog entries are removed.');
  await system.toolCatalogEntry.deleteMany({ where: { slug: { in: slugs } } });
}
