import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { batchBy } from '#graphql/batch.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { maskFields } from '#toolkit/sensitive-fields.ts';

type Payload = { sensitive?: readonly string[] };

/** The first event of a run bears its id, and the names that its tool called sensitive then. */
const findKeptNames = batchBy<string, readonly string[]>(async (ctx, runIds) => {
  const firsts = await ctx.db.sessionEvent.findMany({
    where: { runId: { in: runIds }, id: { in: runIds } },
    select: { id: true, payload: true },
  });
  return new Map(firsts.map(({ id, payload }) => [id, (payload as Payload | null)?.sensitive ?? []]));
});

const findShelvedNames = async (ctx: Context, toolSlug: string) =>
  (await ctx.tools.of(tenantIdOf(ctx.viewer))).find(toolSlug)?.sensitiveFields;

/** What is hidden of a run: what its tool calls sensitive, and what it called so when it ran. The tool may be gone. */
export async function findHiddenFields(ctx: Context, toolSlug: string, runId: string): Promise<string[]> {
  const [shelved = [], kept = []] = await Promise.all([findShelvedNames(ctx, toolSlug), findKeptNames(ctx, runId)]);
  return [...new Set([...shelved, ...kept])];
}

/** The payload of an event as it may be shown. Events of a run carry the names themselves, but for those of decisions. */
export async function showPayload(ctx: Context, { type, toolSlug, runId, payload }: StoredEvent): Promise<unknown> {
  if (!toolSlug || typeof payload !== 'object' || payload === null) return payload;
  const { sensitive = [], ...shown } = payload as Payload;
  const shelved = await findShelvedNames(ctx, toolSlug);
  const mustAsk = runId && sensitive.length === 0 && (!shelved || type === 'tool.approved');
  return maskFields(shown, mustAsk ? await findHiddenFields(ctx, toolSlug, runId) : [...sensitive, ...(shelved ?? [])]);
}
