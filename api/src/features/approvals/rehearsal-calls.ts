import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import type { EventType } from '#toolkit/event-log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { CallFacts } from './match-rule.ts';

export type PastCall = {
  /** None of a call that was refused. */
  runId: string | null;
  sessionId: string;
  requestedBy: string;
  at: Date;
  tool: ResolvedTool | null;
  facts: CallFacts;
};

const MOST_EVENTS = 2_000;
const BEGINNINGS: EventType[] = ['tool.started', 'tool.needs_approval', 'tool.queued', 'tool.refused'];

/** The role of every caller that has one, be it a person or a key. */
async function readRoles(ctx: Context): Promise<ReadonlyMap<string, string>> {
  const [members, keys] = await Promise.all([
    ctx.db.membership.findMany({ select: { userId: true, role: { select: { slug: true } } } }),
    ctx.db.apiKey.findMany({
      where: { roleId: { not: null } },
      select: { id: true, role: { select: { slug: true } } },
    }),
  ]);
  return new Map([
    ...members.map(({ userId, role }) => [userId, role.slug] as const),
    ...keys.map(({ id, role }) => [id, role!.slug] as const),
  ]);
}

/** The latest calls that were made or refused, as rules see them, in the order they were made. */
export async function readPastCalls(ctx: Context, since: Date): Promise<{ calls: PastCall[]; isCut: boolean }> {
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  const roles = await readRoles(ctx);
  const events = await ctx.db.sessionEvent.findMany({
    where: { type: { in: BEGINNINGS }, createdAt: { gte: since }, test: false },
    orderBy: { pos: 'desc' },
    take: MOST_EVENTS + 1,
    omit: { hash: true },
  });
  const isCut = events.length > MOST_EVENTS;
  // Of the events of a run the first one counts: it has the arguments as they were asked for.
  const calls = new Map(events.slice(0, MOST_EVENTS).map((event) => [event.runId ?? event.id, event]));
  const past = [...calls.values()].reverse().map((event) => {
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
    const { runId, sessionId, actorLabel: requestedBy, createdAt: at } = event;
    return { runId, sessionId, requestedBy, at, tool, facts };
  });
  return { calls: past, isCut };
}
