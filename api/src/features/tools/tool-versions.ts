import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import type { Prisma, SchemaVersion } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';

/** Whose history it is. */
export type History = { subjectType: string; subjectId: string };

/** By the id of its row, so a new tool of the same name starts anew. */
export const historyOfTool = (rowId: string): History => ({ subjectType: 'tool', subjectId: rowId });

/** By the slug, since code stays: it goes on after a reset. Its numbers are the revisions of the rows. */
export const historyOfOverride = (slug: string): History => ({ subjectType: 'toolOverride', subjectId: slug });

/** Its entries are the deletions of tools of this slug, numbered by the last revision of each. */
export const historyOfDeletions = (slug: string): History => ({ subjectType: 'deletedTool', subjectId: slug });

type Content = Readonly<Record<string, unknown>>;

export type ToolVersion = Pick<SchemaVersion, 'id' | 'version' | 'hash' | 'createdBy' | 'createdAt' | 'lastSavedAt'> & {
  content: Content;
};

const toToolVersion = ({ content, ...row }: SchemaVersion): ToolVersion => ({ ...row, content: content as Content });

/** All that something has been, newest first. */
export async function findToolVersions(ctx: Context, history: History, limit = 100): Promise<ToolVersion[]> {
  const rows = await ctx.db.schemaVersion.findMany({ where: history, orderBy: { version: 'desc' }, take: limit });
  return rows.map(toToolVersion);
}

export async function findToolVersion(ctx: Context, history: History, version: number): Promise<ToolVersion | null> {
  const row = await ctx.db.schemaVersion.findFirst({ where: { ...history, version } });
  return row && toToolVersion(row);
}

type Numbering = {
  /** A number of its own, above all former ones. */
  number?: number;
  /** Also when nothing is different. */
  always?: boolean;
};

/** Keeps what was saved. The same as the latest makes no new version, only a later time. Answers with the number. */
export async function recordToolVersion(
  ctx: Context,
  history: History,
  content: Content,
  { number, always = false }: Numbering = {},
): Promise<number> {
  const hash = digestOf(content);
  const [latest] = await findToolVersions(ctx, history, 1);
  const now = ctx.clock.now();
  if (latest?.hash === hash && !always) {
    await ctx.db.schemaVersion.update({ where: { id: latest.id }, data: { lastSavedAt: now } });
    return latest.version;
  }
  const version = number ?? (latest?.version ?? 0) + 1;
  await ctx.db.schemaVersion.create({
    data: {
      ...history,
      tenantId: tenantIdOf(ctx.viewer),
      version,
      hash,
      content: content as Prisma.InputJsonObject,
      createdBy: labelOf(ctx.viewer),
      createdAt: now,
      lastSavedAt: now,
    },
  });
  return version;
}
