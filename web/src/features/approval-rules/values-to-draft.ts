import type { ApprovalRuleDraft } from '#gql/graphql.ts';
import { writeCondition } from './condition-text.ts';
import { toSeconds } from './duration.ts';
import type { RuleValues } from './rule-values.ts';

export function conditionOf({ conditionMode, joiner, rows, condition }: RuleValues): string {
  return conditionMode === 'rows' ? writeCondition({ joiner, rows }) : condition.trim();
}

/** The whole rule; what belongs to another verdict is emptied. */
export function toDraft(values: RuleValues) {
  const asks = values.verdict === 'ask';
  return {
    name: values.name.trim(),
    verdict: values.verdict,
    match: values.match,
    condition: conditionOf(values) || null,
    deciders: asks ? values.deciders : { users: [], roles: [], manager: false },
    needed: asks ? Number(values.needed) : 1,
    selfApproval: values.selfApproval,
    expiresAfter: asks ? toSeconds(values.expiresAfter) : null,
    remindAfter: asks ? toSeconds(values.remindAfter) : null,
    reason: values.verdict === 'deny' ? values.reason.trim() || null : null,
    limit: values.verdict === 'allow' && values.limit !== '' ? Number(values.limit) : null,
    endsAt: values.endsAt ? new Date(`${values.endsAt}T23:59:59`).toISOString() : null,
  } satisfies ApprovalRuleDraft;
}

/** Only what differs: what is left out stays as it is on the server. */
export function toChanges(before: RuleValues, after: RuleValues): ApprovalRuleDraft {
  const known: Record<string, unknown> = toDraft(before);
  const entries = Object.entries(toDraft(after));
  return Object.fromEntries(entries.filter(([part, value]) => JSON.stringify(value) !== JSON.stringify(known[part])));
}

/** What decides which calls a rule is about, and how long. */
export function toRehearsal(values: RuleValues) {
  const { name, verdict, match, condition, limit, endsAt } = toDraft(values);
  return { name: name || 'A draft', verdict, match, condition, limit, endsAt } satisfies ApprovalRuleDraft;
}
