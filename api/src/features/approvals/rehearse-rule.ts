import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { concerns, conditionHolds } from './match-rule.ts';
import { type RuleDraft, readRule } from './save-approval-rule.ts';

export type Rehearsal = {
  looked: number;
  matched: number;
  verdict: string;
  /** Calls whose condition could not be worked out: they would have asked. */
  unclear: number;
  examples: { runId: string; toolSlug: string; requestedBy: string; at: Date; note: string | null }[];
};

const MOST_CALLS = 2_000;
const MOST_EXAMPLES = 20;
const BEGINNINGS = ['tool.started', 'tool.needs_approval', 'tool.queued'];

/** What a rule would have done to the calls of the past: which ones it is about, and what it would have said. */
export async function rehearseRule(ctx: Context, draft: RuleDraft, since: Date): Promise<Rehearsal> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  const rule = await readRule(draft, null);
  const shelf = await ctx.tools.of(tenantIdOf(ctx.viewer));
  const roles = new Map(
    (await ctx.db.membership.findMany({ include: { role: true } })).map(({ userId, role }) => [userId, role.slug]),
  );
  const events = await ctx.db.sessionEvent.findMany({
    where: { type: { in: BEGINNINGS }, createdAt: { gte: since }, test: false },
    orderBy: { pos: 'desc' },
    take: MOST_CALLS,
    omit: { hash: true },
  });
  const calls = [...new Map(events.map((event) => [event.runId, event])).values()];
  const rehearsal: Rehearsal = { looked: calls.length, matched: 0, verdict: rule.verdict, unclear: 0, examples: [] };
  for (const event of calls) {
    const tool = shelf.find(event.toolSlug ?? '');
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
    if (!concerns(rule.match, facts)) continue;
    const verdict = await conditionHolds(rule.condition, input).catch((error: Error) => error.message);
    if (verdict === false) continue;
    rehearsal.matched += 1;
    const unclear = typeof verdict === 'string';
    if (unclear) rehearsal.unclear += 1;
    if (rehearsal.examples.length < MOST_EXAMPLES) {
      const { runId, actorLabel: requestedBy, createdAt: at } = event;
      const note = unclear ? `Would ask: ${verdict}` : null;
      rehearsal.examples.push({ runId: runId!, toolSlug: facts.toolSlug, requestedBy, at, note });
    }
  }
  return rehearsal;
}
