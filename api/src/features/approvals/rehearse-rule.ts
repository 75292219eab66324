import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { NotFound } from '#platform/errors.ts';
import { asksByPolicy, isMachineCall } from './asks-by-policy.ts';
import { findDecidingRule, type JudgingRule } from './find-deciding-rule.ts';
import { concerns, conditionHolds } from './match-rule.ts';
import { type PastCall, readPastCalls } from './rehearsal-calls.ts';
import { type RuleDraft, readRule } from './save-approval-rule.ts';

type Verdict = 'allow' | 'ask' | 'deny';
export type Tally = { allowed: number; asked: number; denied: number };
export type RehearsedCall = {
  runId: string | null;
  sessionId: string;
  toolSlug: string;
  requestedBy: string;
  at: Date;
  note: string | null;
  before: Verdict;
  after: Verdict;
  /** The rule that would decide; none leaves it to the policy of the tool. */
  by: string | null;
};

export type Rehearsal = {
  looked: number;
  /** Whether there were more calls than are looked at. */
  isCut: boolean;
  /** Calls that the rule is about, and of those the ones that no rule above it decides. */
  matched: number;
  decided: number;
  verdict: string;
  /** Calls whose condition could not be worked out: they would have asked. */
  unclear: number;
  examples: RehearsedCall[];
  before: Tally;
  after: Tally;
  changed: number;
  changes: RehearsedCall[];
};

const MOST_SHOWN = 20;
const TALLY = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const;

type Named = JudgingRule & { name: string; used: number };

/** Judges calls one after the other, as the gate does with these rules. A grant goes on from what it has used. */
function openRehearsedGate(rules: readonly Named[], now: Date) {
  const used = new Map<Named, number>();
  function takeUse(rule: Named): boolean {
    const count = used.get(rule) ?? rule.used;
    used.set(rule, count + 1);
    return count < rule.limit!;
  }
  return async ({ facts, tool }: PastCall): Promise<{ verdict: Verdict; rule: Named | null }> => {
    const found = await findDecidingRule(rules, facts, { now, takeUse });
    if (found) return { verdict: found.problem ? 'ask' : (found.rule.verdict as Verdict), rule: found.rule };
    const asks = isMachineCall(facts) && tool !== null && asksByPolicy({ tool, input: facts.input });
    return { verdict: asks ? 'ask' : 'allow', rule: null };
  };
}

/** Where a draft stands: in the place of the rule it changes, before another one, or else behind all. */
export type DraftPlace = { replaces?: string | null; before?: string | null };

/** The rules as they are, and as they would be with the draft. */
async function readOrders(ctx: Context, draft: RuleDraft, { replaces, before }: DraftPlace) {
  const stored = await ctx.db.approvalRule.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] });
  const base = stored.find(({ id }) => id === replaces) ?? null;
  if (replaces && !base) throw new NotFound('This rule');
  // Saving a rule gives it no new uses.
  const rule = { ...(await readRule(ctx, draft, base)), used: base?.used ?? 0 };
  const at = stored.findIndex(({ id }) => id === (replaces ?? before));
  const after: (typeof rule | (typeof stored)[number])[] = [...stored];
  after.splice(at < 0 ? stored.length : at, base ? 1 : 0, rule);
  const inUse = <Rule extends { enabled: boolean }>(rules: Rule[]) => rules.filter(({ enabled }) => enabled);
  return { rule, before: inUse(stored), after: inUse(after) };
}

/** What would change if a rule were saved like this: the calls of the past, judged by today's rules and by those. */
export async function rehearseRule(
  ctx: Context,
  draft: RuleDraft,
  since: Date,
  place: DraftPlace = {},
): Promise<Rehearsal> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  const { rule, before, after } = await readOrders(ctx, draft, place);
  const now = ctx.clock.now();
  const [judgeToday, judgeThen] = [openRehearsedGate(before, now), openRehearsedGate(after, now)];
  const { calls, isCut } = await readPastCalls(ctx, since);
  const rehearsal: Rehearsal = {
    looked: calls.length,
    isCut,
    matched: 0,
    decided: 0,
    verdict: rule.verdict,
    unclear: 0,
    examples: [],
    before: { allowed: 0, asked: 0, denied: 0 },
    after: { allowed: 0, asked: 0, denied: 0 },
    changed: 0,
    changes: [],
  };
  for (const call of calls) {
    const { runId, sessionId, requestedBy, at, facts } = call;
    const holds =
      concerns(rule.match, facts) &&
      (await conditionHolds(rule.condition, facts.input).catch((error: Error) => error.message));
    const [today, then] = [await judgeToday(call), await judgeThen(call)];
    const note = typeof holds === 'string' ? `Would ask: ${holds}` : null;
    const ways = { before: today.verdict, after: then.verdict, by: then.rule?.name ?? null };
    const rehearsed = { runId, sessionId, toolSlug: facts.toolSlug, requestedBy, at, note, ...ways };
    if (holds !== false) rehearsal.examples.unshift(rehearsed);
    if (note) rehearsal.unclear += 1;
    if (then.rule === rule) rehearsal.decided += 1;
    if (today.verdict !== then.verdict) rehearsal.changes.unshift(rehearsed);
    rehearsal.before[TALLY[today.verdict]] += 1;
    rehearsal.after[TALLY[then.verdict]] += 1;
  }
  rehearsal.matched = rehearsal.examples.length;
  rehearsal.changed = rehearsal.changes.length;
  const latest = (rows: RehearsedCall[]) => rows.slice(0, MOST_SHOWN);
  return { ...rehearsal, examples: latest(rehearsal.examples), changes: latest(rehearsal.changes) };
}
