import type { RuleValues } from './rule-values.ts';
import { newRuleValues } from './rule-values.ts';

export type RuleExample = { id: string; title: string; hint: string; values: RuleValues };

const base = newRuleValues();

/** Rules that many begin with; each opens in the editor and is saved only there. */
export const ruleExamples: RuleExample[] = [
  {
    id: 'agents-ask',
    title: 'Agents always ask',
    hint: 'Every call that an agent makes waits for a person.',
    values: { ...base, name: 'Agents always ask', verdict: 'ask', match: { ...base.match, callers: ['agent'] } },
  },
  {
    id: 'large-amounts',
    title: 'Large amounts need two people',
    hint: 'Calls with an amount above 1,000 wait until two have agreed.',
    values: {
      ...base,
      name: 'Large amounts need two people',
      verdict: 'ask',
      rows: [{ field: 'amount', operator: '>', value: '1000', kind: 'number' }],
      needed: 2,
      selfApproval: false,
    },
  },
  {
    id: 'no-schedules',
    title: 'Nothing on schedule',
    hint: 'Calls that start by themselves are refused.',
    values: {
      ...base,
      name: 'Nothing on schedule',
      verdict: 'deny',
      match: { ...base.match, sources: ['schedule'] },
      reason: 'Scheduled calls are switched off for now.',
    },
  },
];
