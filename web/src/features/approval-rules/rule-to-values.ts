import { isRecord } from '#ui/schema-form/field-definition.ts';
import { readCondition } from './condition-text.ts';
import { toDuration } from './duration.ts';
import type { RuleValues } from './rule-values.ts';
import { toVerdict } from './rule-words.ts';

export type SavedRule = {
  name: string;
  verdict: string;
  match: unknown;
  condition?: string | null;
  deciders: unknown;
  needed: number;
  selfApproval: boolean;
  expiresAfter?: number | null;
  remindAfter?: number | null;
  reason?: string | null;
  limit?: number | null;
  endsAt?: string | null;
};

function listIn(holder: unknown, name: string): string[] {
  const list = isRecord(holder) ? holder[name] : undefined;
  return Array.isArray(list) ? list.map(String) : [];
}

/** A day as a date picker shows it, where the reader is. */
function toDay(moment: string): string {
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export function toRuleValues(rule: SavedRule): RuleValues {
  const { match, deciders } = rule;
  const condition = rule.condition ?? '';
  const shown = readCondition(condition);
  return {
    name: rule.name,
    verdict: toVerdict(rule.verdict),
    match: {
      tools: listIn(match, 'tools'),
      categories: listIn(match, 'categories'),
      origins: listIn(match, 'origins'),
      sources: listIn(match, 'sources'),
      callers: listIn(match, 'callers'),
      roles: listIn(match, 'roles'),
    },
    conditionMode: shown ? 'rows' : 'text',
    joiner: shown?.joiner ?? 'and',
    rows: shown?.rows ?? [],
    condition,
    deciders: {
      users: listIn(deciders, 'users'),
      roles: listIn(deciders, 'roles'),
      manager: isRecord(deciders) && deciders.manager === true,
    },
    needed: rule.needed,
    selfApproval: rule.selfApproval,
    expiresAfter: toDuration(rule.expiresAfter),
    remindAfter: toDuration(rule.remindAfter),
    reason: rule.reason ?? '',
    limit: rule.limit ?? '',
    endsAt: rule.endsAt ? toDay(rule.endsAt) : '',
  };
}
