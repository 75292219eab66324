import type { Context } from '#access/context.ts';
import type { Tool } from '#generated/prisma/client.ts';
import { Conflict } from '#platform/errors.ts';

const MOST_SAVES = 100;

/** What others changed since the caller looked, by name; the audit log knows it of every save. */
async function wordsChangedSince(ctx: Context, row: Tool, version: number): Promise<string[]> {
  const saves = await ctx.db.auditEntry.findMany({
    where: { targetType: 'Tool', targetId: row.id, details: { path: ['version'], gt: version } },
    select: { details: true },
    orderBy: { seq: 'desc' },
    take: MOST_SAVES,
  });
  const words = saves.flatMap(({ details }) => (details as { changed?: string[] }).changed ?? []);
  return [...new Set(words)].sort();
}

function describe({ revision, updatedBy }: Tool, version: number, words: readonly string[]): string {
  if (version > revision) return `This tool has no version ${version} yet.`;
  const what = words.length > 0 ? ` They changed: ${words.join(', ')}.` : '';
  return `${updatedBy} saved this tool in the meantime.${what}`;
}

/** Somebody saved in between, or the version is none. Tells what it looks like now, so that nothing is overwritten unseen. */
export async function staleEdit(
  ctx: Context,
  row: Tool,
  version: number,
  current: Readonly<Record<string, unknown>>,
): Promise<Conflict> {
  const words = await wordsChangedSince(ctx, row, version);
  const changed = Object.fromEntries(words.map((word) => [word, current[word] ?? null]));
  return new Conflict(`${describe(row, version, words)} Look at the present version ${row.revision} and save again.`, {
    current: { version: row.revision, changed, updatedBy: row.updatedBy, updatedAt: row.updatedAt.toISOString() },
  });
}

/** Deletes a row; with a `version` only as the caller looked at it. Answers whether it was still there. */
export async function deleteUnchanged(
  ctx: Context,
  row: Tool,
  version: number | null | undefined,
  current: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const seen = version ?? undefined;
  if (seen !== undefined && seen !== row.revision) throw await staleEdit(ctx, row, seen, current);
  const { count } = await ctx.db.tool.deleteMany({ where: { id: row.id, revision: seen } });
  const now = count > 0 ? null : await ctx.db.tool.findFirst({ where: { id: row.id } });
  if (now) throw await staleEdit(ctx, now, row.revision, now);
  return count > 0;
}
