import type { Context } from '#access/context.ts';
import { findScope, isMachine, principalOf, requireScope } from '#access/viewer.ts';
import type { ApprovalRule, PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Live } from '#platform/live.ts';
import type { AskTerms, Deciders, Gate, GatedCall, GateVerdict } from '#toolkit/run-engine.ts';
import { asksByPolicy, isMachineCall } from './asks-by-policy.ts';
import { describeRule } from './describe-rule.ts';
import { findDecidingRule } from './find-deciding-rule.ts';
import type { CallFacts } from './match-rule.ts';

const NOBODY_NAMED: Deciders = { users: [], roles: [], manager: false };
const DAY_SECONDS = 86_400;
const KEPT = 500;

type Options = { system: PrismaClient; live: Live; clock: Clock };

export function factsOf(ctx: Context, { tool, input, source, subSource }: GatedCall): CallFacts {
  return {
    toolSlug: tool.slug,
    category: tool.category,
    origin: tool.origin,
    source,
    subSource,
    callerKind: isMachine(ctx.viewer) ? 'agent' : ctx.viewer.kind,
    callerId: principalOf(ctx.viewer),
    roleSlug: findScope(ctx.viewer)?.roleSlug ?? null,
    input,
  };
}

function askBy(rule: ApprovalRule, why: string): GateVerdict {
  const terms: AskTerms = {
    why,
    ruleId: rule.id,
    ruleRevision: rule.termsRevision,
    deciders: rule.deciders as unknown as Deciders,
    needed: rule.needed,
    selfApproval: rule.selfApproval,
    expiresAfter: rule.expiresAfter,
    remindAfter: rule.remindAfter,
  };
  return { verdict: 'ask', terms };
}

const byPolicy: GateVerdict = {
  verdict: 'ask',
  terms: {
    why: 'This tool asks for approval whenever a machine calls it.',
    ruleId: null,
    ruleRevision: null,
    deciders: NOBODY_NAMED,
    needed: 1,
    selfApproval: true,
    expiresAfter: 7 * DAY_SECONDS,
    remindAfter: null,
  },
};

/** The gate inside the one door: the tenant's rules in their order, then the tool's own policy. */
export function openGate({ system, live, clock }: Options): { gate: Gate<Context>; close(): void } {
  const kept = new Map<string, Promise<ApprovalRule[]>>();
  const stopListening = live.listen((bell) => {
    if (bell.model !== '*' && bell.model !== 'ApprovalRule') return;
    if (bell.tenantId === '*') kept.clear();
    else kept.delete(bell.tenantId);
  });

  function rulesOf(tenantId: string): Promise<ApprovalRule[]> {
    const known = live.healthy() ? kept.get(tenantId) : undefined;
    if (known) return known;
    const loading = system.approvalRule.findMany({
      where: { tenantId, enabled: true },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    });
    const settled = Promise.resolve(loading);
    kept.set(tenantId, settled);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    settled.catch(() => kept.delete(tenantId));
    return settled;
  }

  /** A grant counts its uses; the one too many does not match any more. */
  async function takeUse(rule: ApprovalRule): Promise<boolean> {
    const { count } = await system.approvalRule.updateMany({
      where: { id: rule.id, tenantId: rule.tenantId, used: { lt: rule.limit! } },
      data: { used: { increment: 1 } },
    });
    return count === 1;
  }

  /** Whoever dies before comes here has lost a use, and nobody has had one too many. */
  async function giveBack({ id, tenantId }: ApprovalRule): Promise<void> {
    await system.approvalRule.updateMany({
      where: { id, tenantId, used: { gt: 0 } },
      data: { used: { decrement: 1 } },
    });
  }

  async function gate(ctx: Context, call: GatedCall): Promise<GateVerdict> {
    const rules = await rulesOf(requireScope(ctx.viewer).tenantId);
    const facts = factsOf(ctx, call);
    const found = await findDecidingRule(rules, facts, { now: clock.now(), takeUse });
    if (!found) return isMachineCall(facts) && asksByPolicy(call) ? byPolicy : { verdict: 'allow' };
    const { rule, problem } = found;
    if (problem) return askBy(rule, `The condition of the rule “${rule.name}” could not be worked out: ${problem}`);
    if (rule.verdict === 'allow')
      return { verdict: 'allow', ...(rule.limit !== null && { giveBack: () => giveBack(rule) }) };
    if (rule.verdict === 'deny') {
      const { id, name, reason } = rule;
      return { verdict: 'deny', reason: reason || `The rule “${name}” refuses this call.`, rule: { id, name } };
    }
    return askBy(rule, `${rule.name}: ${describeRule(rule)}`);
  }

  return { gate, close: stopListening };
}
