import type { Prisma, PrismaClient, ToolCatalogEntry } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';

type Surroundings = { system: PrismaClient; clock: Clock; log: Log; prune: boolean };

/** Makes the mirror of the code tools say what this release has. */
export async function syncCatalog(around: Surroundings, codeTools: readonly ResolvedTool[]): Promise<void> {
  const { system, clock } = around;
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
  });
  if (gone.length > 0) await (around.prune ? prune(around, gone) : markMissing(around, gone));
}

/** Each row is written down before it goes: the log is then all that is left of it. */
async function prune({ system, log }: Surroundings, gone: readonly ToolCatalogEntry[]): Promise<void> {
  for (const entry of gone) {
    log.warn({ entry }, `The tool ${entry.slug} is gone from the code; its catalog entry is removed.`);
  }
  await system.toolCatalogEntry.deleteMany({ where: { slug: { in: gone.map(({ slug }) => slug) } } });
}

async function markMissing({ system, clock, log }: Surroundings, gone: readonly ToolCatalogEntry[]): Promise<void> {
  const news = gone.filter(({ missingSince }) => missingSince === null).map(({ slug }) => slug);
  for (const slug of news) log.warn({ slug }, `The tool ${slug} is gone from the code; its catalog entry is kept.`);
  await system.toolCatalogEntry.updateMany({
    where: { slug: { in: news }, missingSince: null },
    data: { missingSince: clock.now() },
  });
}
