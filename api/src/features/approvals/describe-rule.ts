import type { ApprovalRule } from '#generated/prisma/client.ts';
import type { RuleMatch } from './approval-rule-shape.ts';

const WORDS: Record<keyof RuleMatch, string> = {
  tools: 'the tool is',
  categories: 'its category is',
  origins: 'it comes from',
  sources: 'the call comes from',
  callers: 'the caller is',
  roles: 'their role is',
};
const VERBS: Record<string, string> = { allow: 'may run', ask: 'waits for approval', deny: 'is refused' };

const anyOf = (list: readonly string[]) =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;

/** A rule as a sentence, for whoever wonders why a call waits. */
export function describeRule({
  match,
  condition,
  verdict,
}: Pick<ApprovalRule, 'match' | 'condition' | 'verdict'>): string {
  const given = match as RuleMatch;
  const parts = (Object.keys(WORDS) as (keyof RuleMatch)[])
    .filter((word) => given[word]?.length > 0)
    .map((word) => `${WORDS[word]} ${anyOf(given[word])}`);
  if (condition?.trim()) parts.push(condition.trim());
  const when = parts.length > 0 ? `when ${parts.join(' and ')}` : 'always';
  return `A call ${VERBS[verdict] ?? verdict} ${when}.`;
}
