import type { Context } from '#access/context.ts';
import { labelOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import type { Tool } from '#generated/prisma/client.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import type { Impact } from '#toolkit/publish-listener.ts';
import { type Composed, composeTool } from './compose-tool.ts';
import { findPublishImpact, requireAcknowledged } from './publish-impact.ts';
import { staleEdit } from './stale-edit.ts';
import { CONTENT_WORDS, changedWords, contentOf, definitionOf, toColumns } from './tool-content.ts';
import type { ToolDraft } from './tool-draft.ts';
import { historyOfTool, recordToolVersion } from './tool-versions.ts';
import { findForTenant, surroundingsOf, type Workshop } from './tool-workshop.ts';

export type SavedTool = { id: string; slug: string; version: number };

/** The row of a tool that the tenant authored. */
export async function requireOwnTool(ctx: Context, workshop: Workshop, slug: string): Promise<Tool> {
  if (findForTenant(ctx, workshop, slug)?.definition) {
    throw InvalidInput.of('slug', `${slug} is built in. Change it with an override instead.`);
  }
  const row = await ctx.db.tool.findFirst({ where: { slug, kind: 'TENANT_CUSTOM' } });
  if (!row) throw new NotFound(`The tool ${slug}`);
  return row;
}

type Change = {
  row: Tool;
  /** The revision that the author looked at. */
  version: number;
  draft: ToolDraft;
  acknowledgeImpact?: boolean | null;
  action: string;
};

/** What was kept until now and does not go with the change. */
function outgrown(subject: string, { stale, gone }: Pick<Composed, 'stale' | 'gone'>): Impact[] {
  return [
    ...stale.map(({ label }) => ({
      kind: 'example',
      subject,
      message: `The example "${label}" does not fit the new fields and will be removed.`,
    })),
    ...gone.map((name) => ({
      kind: 'sensitiveField',
      subject,
      message: `${name} was hidden in histories and is gone. If it has a new name, list that in sensitiveFields.`,
    })),
  ];
}

/** Accepts a change of a tool, or refuses it whole: checked, acknowledged, and never over somebody else's. */
export async function changeTool(ctx: Context, workshop: Workshop, change: Change): Promise<SavedTool> {
  const { row, version, draft } = change;
  const { id, slug } = row;
  const before = contentOf(row);
  if (row.revision !== version) throw await staleEdit(ctx, row, version, before);
  const composed = await composeTool(before, draft, surroundingsOf(ctx, workshop, slug));
  const { content } = composed;
  const impact = await findPublishImpact(ctx, { slug, ...before }, { slug, ...content }, workshop.listeners);
  impact.push(...outgrown(slug, composed));
  requireAcknowledged(impact, change.acknowledgeImpact);

  const { count } = await ctx.db.tool.updateMany({
    where: { id, revision: version },
    data: { ...toColumns(content), revision: version + 1, updatedBy: labelOf(ctx.viewer) },
  });
  if (count === 0) {
    const now = await ctx.db.tool.findFirst({ where: { id } });
    throw now ? await staleEdit(ctx, now, version, contentOf(now)) : new NotFound(`The tool ${slug}`);
  }
  const schemaVersion = await recordToolVersion(ctx, historyOfTool(id), definitionOf(content));
  await appendAudit(ctx, {
    action: change.action,
    target: { type: 'Tool', id },
    permission: 'tools.tenant.update',
    details: {
      slug,
      version: version + 1,
      schemaVersion,
      changed: changedWords(before, content, CONTENT_WORDS),
      acknowledged: impact.length,
    },
    before,
    after: content,
  });
  ctx.ring('Tool', id);
  return { id, slug, version: version + 1 };
}
