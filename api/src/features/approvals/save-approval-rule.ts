import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import type { ApprovalRule, Prisma } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';
import { Conflict, type FieldError, InvalidInput, NotFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { toFieldErrors } from '#platform/to-field-errors.ts';
import { plainWords } from '#toolkit/plain-words.ts';
import { surveyExpression } from '#toolkit/survey-expression.ts';
import { decidersShape, matchShape, VERDICTS } from './approval-rule-shape.ts';
import { checkRuleNames, countDeciders } from './check-rule-names.ts';

export type RuleDraft = {
  name?: string | null;
  enabled?: boolean | null;
  match?: unknown;
  condition?: string | null;
  verdict?: string | null;
  deciders?: unknown;
  needed?: number | null;
  selfApproval?: boolean | null;
  expiresAfter?: number | null;
  remindAfter?: number | null;
  reason?: string | null;
  limit?: number | null;
  endsAt?: Date | null;
};

const MOST_RULES = 200;
const LONGEST_REASON = 1_000;
const json = (value: unknown) => value as Prisma.InputJsonValue;

/** The rule as it would be, with all that is wrong with it. */
export async function readRule(ctx: Context, draft: RuleDraft, base: ApprovalRule | null) {
  const now = ctx.clock.now();
  const problems: FieldError[] = [];
  const refuse = (word: string, message: string) => problems.push({ path: [word], message });
  const match = matchShape.safeParse(draft.match ?? base?.match ?? {}, { error: plainWords });
  if (!match.success) problems.push(...toFieldErrors(match.error.issues, ['match']));
  const deciders = decidersShape.safeParse(draft.deciders ?? base?.deciders ?? {}, { error: plainWords });
  if (!deciders.success) problems.push(...toFieldErrors(deciders.error.issues, ['deciders']));
  const name = (draft.name ?? base?.name ?? '').trim();
  if (!name || name.length > 120) refuse('name', 'Give it a name of at most 120 characters.');
  const verdict = draft.verdict ?? base?.verdict ?? '';
  if (!(VERDICTS as readonly string[]).includes(verdict)) refuse('verdict', `One of ${VERDICTS.join(', ')}.`);
  const condition = draft.condition === undefined ? (base?.condition ?? null) : draft.condition?.trim() || null;
  if (condition && draft.condition !== undefined) {
    const { problem } = await surveyExpression(condition);
    if (problem) refuse('condition', problem);
  }
  const pick = <Value>(given: Value | null | undefined, before: Value | null | undefined) =>
    given === undefined ? (before ?? null) : given;
  const needed = draft.needed ?? base?.needed ?? 1;
  if (needed < 1 || needed > 20) refuse('needed', 'Between 1 and 20 must agree.');
  if (deciders.success) {
    const names = { match: draft.match ? match.data : undefined, deciders: draft.deciders ? deciders.data : undefined };
    problems.push(...(await checkRuleNames(ctx, names)));
    const isWritten = draft.needed !== undefined || draft.deciders !== undefined;
    if (verdict === 'ask' && isWritten && needed > 1) {
      const most = await countDeciders(ctx, deciders.data);
      if (most < needed) refuse('needed', `Only ${most} can decide. Ask for fewer, or let more people decide.`);
    }
  }
  const expiresAfter = pick(draft.expiresAfter, base?.expiresAfter);
  if (expiresAfter !== null && (expiresAfter < 60 || expiresAfter > 31_536_000))
    refuse('expiresAfter', 'Between a minute and a year, in seconds.');
  const remindAfter = pick(draft.remindAfter, base?.remindAfter);
  if (remindAfter !== null && (remindAfter < 1 || remindAfter > 31_536_000))
    refuse('remindAfter', 'Between a second and a year, in seconds.');
  if (remindAfter !== null && expiresAfter !== null && remindAfter >= expiresAfter)
    refuse('remindAfter', 'Remind before the call gives up.');
  const limit = pick(draft.limit, base?.limit);
  if (limit !== null && limit < 1) refuse('limit', 'At least once.');
  const reason = pick(draft.reason, base?.reason);
  if (reason !== null && reason.length > LONGEST_REASON)
    refuse('reason', `At most ${LONGEST_REASON.toLocaleString('en')} characters.`);
  const endsAt = pick(draft.endsAt, base?.endsAt);
  if (draft.endsAt && draft.endsAt <= now) refuse('endsAt', 'Choose a time to come.');
  if (problems.length > 0) throw new InvalidInput(problems);
  return {
    name,
    enabled: draft.enabled ?? base?.enabled ?? true,
    match: match.data!,
    condition,
    verdict,
    deciders: deciders.data!,
    needed,
    selfApproval: draft.selfApproval ?? base?.selfApproval ?? true,
    expiresAfter,
    remindAfter,
    reason,
    limit,
    endsAt,
  };
}

type ReadRule = Awaited<ReturnType<typeof readRule>>;

const toColumns = (rule: ReadRule) => ({
  ...rule,
  match: json(rule.match),
  deciders: json(rule.deciders),
});

/** Before all others, before one of them, or else behind all. */
type Place = boolean | { before: string };

export async function createApprovalRule(ctx: Context, draft: RuleDraft, place: Place = false): Promise<ApprovalRule> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  const rule = await readRule(ctx, draft, null);
  return ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const position = await makeRoom(inside, place);
    const by = labelOf(ctx.viewer);
    const created = await inside.db.approvalRule.create({
      data: {
        ...toColumns(rule),
        id: newId(),
        tenantId: tenantIdOf(ctx.viewer),
        position,
        createdBy: by,
        updatedBy: by,
      },
    });
    await note(inside, 'approvalRule.created', created.id, undefined, rule);
    return created;
  });
}

async function makeRoom(ctx: Context, place: Place): Promise<number> {
  const rules = await ctx.db.approvalRule.findMany({
    select: { id: true, position: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  if (rules.length >= MOST_RULES) throw InvalidInput.of('name', `A tenant has at most ${MOST_RULES} rules.`);
  if (place === true) return (rules[0]?.position ?? 1) - 1;
  const at = place ? rules.findIndex(({ id }) => id === place.before) : -1;
  if (at < 0) return (rules.at(-1)?.position ?? 0) + 1;
  const behind = rules.slice(at).map(({ id }) => id);
  await ctx.db.approvalRule.updateMany({ where: { id: { in: behind } }, data: { position: { increment: 1 } } });
  return rules[at]!.position;
}

/** What calls that wait are bound to: all but whether the rule is on, what it is called, what it tells and when it reminds. */
function termsOf(rule: Told): string {
  const { match, condition, verdict, deciders, needed, selfApproval, expiresAfter, limit, endsAt } = rule;
  return digestOf({
    ...{ match, condition, verdict, deciders, needed, selfApproval, expiresAfter, limit },
    endsAt: endsAt?.toISOString() ?? null,
  });
}

export async function updateApprovalRule(
  ctx: Context,
  { id, revision, ...draft }: RuleDraft & { id: string; revision: number },
): Promise<ApprovalRule> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  const base = await ctx.db.approvalRule.findFirst({ where: { id } });
  if (!base) throw new NotFound('This rule');
  const rule = await readRule(ctx, draft, base);
  return ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const { count } = await inside.db.approvalRule.updateMany({
      where: { id, revision },
      data: {
        ...toColumns(rule),
        revision: revision + 1,
        ...(termsOf(rule) !== termsOf(base) && { termsRevision: revision + 1 }),
        updatedBy: labelOf(ctx.viewer),
      },
    });
    if (count === 0)
      throw new Conflict(`${base.updatedBy} saved this rule in the meantime. Look at it and save again.`, {
        current: { revision: base.revision, updatedBy: base.updatedBy },
      });
    await note(inside, 'approvalRule.updated', id, base, rule);
    return (await inside.db.approvalRule.findFirst({ where: { id } }))!;
  });
}

export async function deleteApprovalRule(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  await ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const rule = await inside.db.approvalRule.findFirst({ where: { id } });
    if (!rule) throw new NotFound('This rule');
    await inside.db.approval.updateMany({
      where: { ruleId: id, status: 'PENDING', ruleRevision: { not: rule.termsRevision } },
      data: { isOutdated: true },
    });
    await inside.db.approvalRule.deleteMany({ where: { id } });
    await note(inside, 'approvalRule.deleted', id, rule);
  });
}

/** Puts the rules into this order. Every rule must be named, so that nobody moves one they have not seen. */
export async function orderApprovalRules(ctx: Context, ids: readonly string[]): Promise<ApprovalRule[]> {
  requireCan(ctx.viewer, 'approvals.team.rules');
  return ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const rules = await inside.db.approvalRule.findMany();
    const known = new Set(rules.map((rule) => rule.id));
    if (ids.length !== known.size || new Set(ids).size !== known.size || !ids.every((id) => known.has(id)))
      throw new Conflict('The rules have changed in the meantime. Look at them and order them again.');
    for (const [at, id] of ids.entries())
      await inside.db.approvalRule.updateMany({ where: { id }, data: { position: at + 1 } });
    await appendAudit(inside, {
      action: 'approvalRule.ordered',
      target: { type: 'ApprovalRule' },
      permission: 'approvals.team.rules',
      after: ids,
    });
    inside.ring('ApprovalRule', '*');
    return inside.db.approvalRule.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] });
  });
}

type Told = ReadRule | ApprovalRule;

/** What a rule says, whole: when it is deleted, nothing else tells of it. */
function say(rule: Told) {
  const { name, enabled, match, condition, verdict, deciders, needed } = rule;
  const { selfApproval, expiresAfter, remindAfter, reason, limit, endsAt } = rule;
  return {
    ...{ name, enabled, match, condition, verdict, deciders, needed },
    ...{ selfApproval, expiresAfter, remindAfter, reason, limit, endsAt },
  };
}

async function note(ctx: Context, action: string, id: string, before?: Told, after?: Told): Promise<void> {
  await appendAudit(ctx, {
    action,
    target: { type: 'ApprovalRule', id },
    permission: 'approvals.team.rules',
    details: { ...(before && { before: say(before) }), ...(after && { after: say(after) }) },
    before,
    after,
  });
  ctx.ring('ApprovalRule', id);
}
