import { formatNumber, plural } from '#lib/format.ts';

export const VERDICTS = ['ask', 'allow', 'deny'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const verdictLabels: Record<Verdict, string> = { allow: 'Allow', ask: 'Ask', deny: 'Deny' };
export const verdictColours: Record<Verdict, string> = { allow: 'green', ask: 'yellow', deny: 'red' };
export const verdictHints: Record<Verdict, string> = {
  ask: 'The call waits until somebody approves it.',
  allow: 'The call runs at once, even where its tool would ask.',
  deny: 'The call is refused, and the caller is told why.',
};
/** What became of the calls of a rehearsal. */
export const verdictOutcomes: Record<Verdict, string> = {
  allow: 'would have run at once',
  ask: 'would have waited for approval',
  deny: 'would have been refused',
};

export function toVerdict(text: string): Verdict {
  return VERDICTS.find((verdict) => verdict === text) ?? 'ask';
}

export type Choice = { value: string; label: string };

export const originChoices: Choice[] = [
  { value: 'SYSTEM', label: 'Built in' },
  { value: 'CUSTOM', label: 'Product' },
  { value: 'TENANT', label: 'Own' },
  { value: 'BUNDLE', label: 'Bundle' },
];

export const sourceChoices: Choice[] = [
  { value: 'web', label: 'The app' },
  { value: 'agent', label: 'An agent' },
  { value: 'api', label: 'The API' },
  { value: 'mcp', label: 'MCP' },
  { value: 'schedule', label: 'A schedule' },
  { value: 'composition', label: 'A step of another tool' },
  { value: 'embed', label: 'An embedded form' },
];

export const callerChoices: Choice[] = [
  { value: 'user', label: 'A person' },
  { value: 'agent', label: 'An agent' },
  { value: 'apiKey', label: 'A program with a key' },
  { value: 'system', label: 'Toolcrib itself' },
];

/** "3 of 10 uses", for rules that let calls pass a number of times. */
export function usesInWords(used: number, limit: number | null | undefined): string | undefined {
  return limit ? `${formatNumber(used)} of ${plural(limit, 'use')}` : undefined;
}

/** Whether a rule is kept but decides nothing any more. */
export function isSpent(
  rule: { verdict: string; used: number; limit?: number | null; endsAt?: string | null },
  now: number,
): boolean {
  const isUsedUp = rule.verdict === 'allow' && Boolean(rule.limit) && rule.used >= (rule.limit ?? 0);
  return isUsedUp || (Boolean(rule.endsAt) && Date.parse(rule.endsAt ?? '') <= now);
}
