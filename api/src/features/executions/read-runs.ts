import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { principalOf } from '#access/viewer.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { NO_ID } from '#platform/ids.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { foldRun, type Run } from './run-fold.ts';

/** Everybody sees their own runs; those of others take a right. */
export function visibleRuns(ctx: Context): Prisma.RunHeadWhereInput {
  if (can(ctx.viewer, 'sessions.tenant.read')) return {};
  return { actorId: principalOf(ctx.viewer) ?? NO_ID };
}

export async function readRunEvents(ctx: Context, runIds: readonly string[]): Promise<Map<string, StoredEvent[]>> {
  const events = await ctx.db.sessionEvent.findMany({
    where: { runId: { in: [...runIds] } },
    orderBy: { pos: 'asc' },
    omit: { hash: true },
  });
  return Map.groupBy(events as StoredEvent[], (event) => event.runId!);
}

/** A run that the caller may see; others are as if they were not there. */
export async function findRun(ctx: Context, runId: string): Promise<Run | null> {
  const head = await ctx.db.runHead.findFirst({ where: { id: runId, ...visibleRuns(ctx) } });
  return head ? readRun(ctx, runId) : null;
}

/** Whoever asks: for the door itself. */
export async function readRun(ctx: Context, runId: string): Promise<Run | null> {
  const events = await readRunEvents(ctx, [runId]);
  return foldRun(events.get(runId) ?? []);
}
