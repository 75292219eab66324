import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import type { Prisma, SchemaVersion } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';
import type { ToolVersionContent } from './tool-content.ts';

const SUBJECT = 'tool';

export type ToolVersion = Pick<SchemaVersion, 'id' | 'version' | 'hash' | 'createdBy' | 'createdAt' | 'lastSavedAt'> & {
  content: ToolVersionContent;
};

const toToolVersion = ({ content, ...row }: SchemaVersion): ToolVersion => ({
  ...row,
  content: content as unknown as ToolVersionContent,
});

/** The history of a tool, newest first. `rowId` is the id of its row, so a new tool of the same name starts anew. */
export async function findToolVersions(ctx: Context, rowId: string, limit = 100): Promise<ToolVersion[]> {
  const rows = await ctx.db.schemaVersion.findMany({
    where: { subjectType: SUBJECT, subjectId: rowId },
    orderBy: { version: 'desc' },
    take: limit,
  });
  return rows.map(toToolVersion);
}

export async function findToolVersion(ctx: Context, rowId: string, version: number): Promise<ToolVersion | null> {
  const row = await ctx.db.schemaVersion.findFirst({ where: { subjectType: SUBJECT, subjectId: rowId, version } });
  return row && toToolVersion(row);
}

/** Keeps what was saved. The same as the latest makes no new version, only a later time. Answers with the number. */
export async function recordToolVersion(ctx: Context, rowId: string, content: ToolVersionContent): Promise<number> {
  const hash = digestOf(content);
  const [latest] = await findToolVersions(ctx, rowId, 1);
  const now = ctx.clock.now();
  if (latest?.hash === hash) {
    await ctx.db.schemaVersion.update({ where: { id: latest.id }, data: { lastSavedAt: now } });
    return latest.version;
  }
  const version = (latest?.version ?? 0) + 1;
  await ctx.db.schemaVersion.create({
    data: {
      tenantId: tenantIdOf(ctx.viewer),
      subjectType: SUBJECT,
      subjectId: rowId,
      version,
      hash,
      content: content as unknown as Prisma.InputJsonValue,
      createdBy: labelOf(ctx.viewer),
      createdAt: now,
      lastSavedAt: now,
    },
  });
  return version;
}
