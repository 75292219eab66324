import { evaluateExpression } from '#toolkit/evaluate-expression.ts';
import { parseExpression } from '#toolkit/parse-expression.ts';
import type { RuleMatch } from './approval-rule-shape.ts';

/** A call as rules see it. */
export type CallFacts = {
  toolSlug: string;
  category: string;
  origin: string;
  source: string;
  subSource: string | null;
  callerKind: string;
  callerId: string | null;
  roleSlug: string | null;
  input: Readonly<Record<string, unknown>>;
};

const holds = (listed: readonly string[], ...given: (string | null)[]): boolean =>
  listed.length === 0 || given.some((word) => word !== null && listed.includes(word));

/** Whether a rule is about a call, its condition aside. */
export function concerns(match: RuleMatch, call: CallFacts): boolean {
  return (
    holds(match.tools, call.toolSlug) &&
    holds(match.categories, call.category) &&
    holds(match.origins, call.origin) &&
    holds(match.sources, call.source, call.subSource) &&
    holds(match.callers, call.callerKind, call.callerId) &&
    holds(match.roles, call.roleSlug)
  );
}

/** Whether the condition holds for the arguments. Throws when it cannot be worked out: not knowing means asking. */
export async function conditionHolds(condition: string | null, input: CallFacts['input']): Promise<boolean> {
  if (!condition?.trim()) return true;
  const scope = { input };
  return Boolean(evaluateExpression(await parseExpression(condition, scope), scope));
}
