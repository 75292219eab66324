import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { CallFacts } from './match-rule.ts';

export type PastCall = {
  runId: string;
  requestedBy: string;
  at: Date;
  tool: ResolvedTool | null;
  facts: CallFacts;
};

const MOST_CALLS = 2_000;
const BEGINNINGS = ['tool.started', 'tool.needs_approval', 'tool.queued'];

/** The latest calls that were really made, as rules see them, in the order they were made. */
export async function readPastCalls(ctx: Context, since: Date): Promise<PastCall[]> {
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  const members = await ctx.db.membership.findMany({ include: { role: true } });
  const roles = new Map(members.map(({ userId, role }) => [userId, role.slug]));
  const events = await ctx.db.sessionEvent.findMany({
    where: { type: { in: BEGINNINGS }, createdAt: { gte: since }, test: false },
    orderBy: { pos: 'desc' },
    take: MOST_CALLS,
    omit: { hash: true },
  });
  // Of the events of a run the first one counts: it has the arguments as they were asked for.
  const calls = new Map(events.map((event) => [event.runId!, event]));
  return [...calls].reverse().map(([runId, event]) => {
    const tool = shelf.find(event.toolSlug ?? '') ?? null;
    const { input = {} } = event.payload as { input?: Record<string, unknown> };
    const facts = {
      toolSlug: event.toolSlug ?? '',
      category: tool?.category ?? '',
      origin: tool?.origin ?? '',
      source: event.source ?? '',
      subSource: event.subSource,
      callerKind: event.source === 'agent' ? 'agent' : event.actorKind,
      callerId: event.actorId,
      roleSlug: event.actorId ? (roles.get(event.actorId) ?? null) : null,
      input,
    };
    return { runId, requestedBy: event.actorLabel, at: event.createdAt, tool, facts };
  });
}
