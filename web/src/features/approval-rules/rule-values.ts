import { z } from 'zod';
import { type ConditionRow, problemOf } from './condition-row.ts';
import { type Duration, toDuration, toSeconds } from './duration.ts';
import { VERDICTS } from './rule-words.ts';

const words = z.array(z.string());
const YEAR_SECONDS = 31_536_000;

const duration = z.object({ amount: z.union([z.number(), z.string()]), unit: z.enum(['minutes', 'hours', 'days']) });
function isWithinBounds(given: Duration): boolean {
  const seconds = toSeconds(given);
  return seconds === null || (seconds >= 60 && seconds <= YEAR_SECONDS);
}
const row: z.ZodType<ConditionRow, ConditionRow> = z.object({
  field: z.string(),
  operator: z.enum(['>', '>=', '<', '<=', '==', '!=', 'longer', 'shorter']),
  value: z.string(),
  kind: z.enum(['number', 'text', 'boolean']),
});

/** Named like the fields of the API, so that its complaints find them. */
export const ruleSchema = z
  .object({
    name: z.string().trim().min(1, 'Give it a name.').max(120, 'At most 120 characters.'),
    verdict: z.enum(VERDICTS),
    match: z.object({
      tools: words,
      categories: words,
      origins: words,
      sources: words,
      callers: words,
      roles: words,
    }),
    conditionMode: z.enum(['rows', 'text']),
    joiner: z.enum(['and', 'or']),
    rows: z.array(row),
    condition: z.string(),
    deciders: z.object({ users: words, roles: words, manager: z.boolean() }),
    needed: z.union([z.number(), z.string()]),
    selfApproval: z.boolean(),
    expiresAfter: duration,
    remindAfter: duration,
    reason: z.string(),
    limit: z.union([z.number(), z.string()]),
    endsAt: z.string(),
  })
  .superRefine((values, ctx) => {
    const refuse = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
    if (values.verdict === 'allow' && values.limit !== '' && !(Number(values.limit) >= 1)) {
      refuse(['limit'], 'At least once, or empty.');
    }
    if (values.verdict === 'ask') {
      const needed = Number(values.needed);
      if (!(needed >= 1 && needed <= 20)) refuse(['needed'], 'Between 1 and 20 must agree.');
      for (const part of ['expiresAfter', 'remindAfter'] as const) {
        if (!isWithinBounds(values[part])) refuse([part], 'Between a minute and a year, or empty.');
      }
    }
    if (values.conditionMode === 'text') return;
    for (const [at, each] of values.rows.entries()) {
      for (const [part, message] of Object.entries(problemOf(each))) refuse(['rows', at, part], message);
    }
  });

export type RuleValues = z.input<typeof ruleSchema>;

export function newRuleValues(): RuleValues {
  return {
    name: '',
    verdict: 'ask',
    match: { tools: [], categories: [], origins: [], sources: [], callers: [], roles: [] },
    conditionMode: 'rows',
    joiner: 'and',
    rows: [],
    condition: '',
    deciders: { users: [], roles: [], manager: false },
    needed: 1,
    selfApproval: true,
    expiresAfter: { amount: 7, unit: 'days' },
    remindAfter: toDuration(null),
    reason: '',
    limit: '',
    endsAt: '',
  };
}
