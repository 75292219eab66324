import type { ApprovalRule } from '#generated/prisma/client.ts';
import type { RuleMatch } from './approval-rule-shape.ts';
import { type CallFacts, concerns, conditionHolds } from './match-rule.ts';

export type JudgingRule = Pick<ApprovalRule, 'condition' | 'verdict' | 'endsAt' | 'limit'> & { match: unknown };

type Options<Rule> = {
  now: Date;
  /** A grant counts its uses; the one too many does not match any more. */
  takeUse(rule: Rule): Promise<boolean> | boolean;
};

export type Deciding<Rule> = {
  rule: Rule;
  /** Why its condition could not be worked out; then it asks, whatever it says. */
  problem: string | null;
};

/** The first rule in the order that is about a call; null leaves the call to the policy of its tool. */
export async function findDecidingRule<Rule extends JudgingRule>(
  rules: readonly Rule[],
  facts: CallFacts,
  { now, takeUse }: Options<Rule>,
): Promise<Deciding<Rule> | null> {
  for (const rule of rules) {
    if (rule.endsAt && rule.endsAt <= now) continue;
    if (!concerns(rule.match as RuleMatch, facts)) continue;
    try {
      if (!(await conditionHolds(rule.condition, facts.input))) continue;
      if (rule.verdict === 'allow' && rule.limit !== null && !(await takeUse(rule))) continue;
    } catch (error) {
      return { rule, problem: error instanceof Error ? error.message : 'It could not be worked out.' };
    }
    return { rule, problem: null };
  }
  return null;
}
