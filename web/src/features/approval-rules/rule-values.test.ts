import { describe, expect, it } from 'vitest';
import { ruleExamples } from './rule-examples.ts';
import { toRuleValues } from './rule-to-values.ts';
import { newRuleValues, type RuleValues, ruleSchema } from './rule-values.ts';
import { isSpent, usesInWords } from './rule-words.ts';
import { toChanges, toDraft } from './values-to-draft.ts';

const values = (more: Partial<RuleValues>): RuleValues => ({ ...newRuleValues(), name: 'A rule', ...more });
const problems = (given: RuleValues) => {
  const { error } = ruleSchema.safeParse(given);
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
};

const saved = {
  name: 'Saved',
  verdict: 'allow',
  match: { tools: ['pay'], unknown: true },
  condition: 'input.amount > 5',
  deciders: null,
  needed: 1,
  selfApproval: true,
  expiresAfter: null,
  limit: 3,
  endsAt: '2030-05-05T10:11:12.000Z',
};

describe('the values of a rule', () => {
  it('change nothing when nothing was changed, whatever the exact moment of its end', () => {
    expect(toChanges(toRuleValues(saved), toRuleValues(saved))).toEqual({});
  });

  it('read lists that are missing as empty', () => {
    expect(toRuleValues(saved).match).toMatchObject({ tools: ['pay'], roles: [] });
    expect(toRuleValues(saved).deciders).toEqual({ users: [], roles: [], manager: false });
  });

  it('send an end at the close of the chosen day', () => {
    const { endsAt } = toDraft(values({ endsAt: '2030-01-02' }));
    expect(new Date(endsAt ?? '').getTime()).toBe(new Date('2030-01-02T23:59:59').getTime());
  });

  it('are judged by what their verdict uses', () => {
    const odd = { needed: 0, limit: 0, expiresAfter: { amount: 900, unit: 'days' as const } };
    expect(problems(values({ verdict: 'ask', ...odd }))).toEqual(['needed', 'expiresAfter']);
    expect(problems(values({ verdict: 'allow', ...odd }))).toEqual(['limit']);
    expect(problems(values({ verdict: 'deny', ...odd }))).toEqual([]);
  });

  it('count comparisons only while they are what will be sent', () => {
    const rows: RuleValues['rows'] = [{ field: '', operator: '>', value: 'much', kind: 'number' }];
    expect(problems(values({ rows }))).toEqual(['rows.0.field', 'rows.0.value']);
    expect(problems(values({ rows, conditionMode: 'text' }))).toEqual([]);
  });

  it.each(ruleExamples)('of the example $id can be saved as they are', (example) => {
    expect(problems(example.values)).toEqual([]);
  });
});

describe('the limits of a rule', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const rule = { verdict: 'allow', used: 2, limit: 3, endsAt: null };

  it('are told as uses of the limit', () => {
    expect(usesInWords(2, 3)).toBe('2 of 3 uses');
    expect(usesInWords(2, null)).toBeUndefined();
  });

  it('end it when it is used up or its time is over', () => {
    expect(isSpent(rule, now)).toBe(false);
    expect(isSpent({ ...rule, used: 3 }, now)).toBe(true);
    expect(isSpent({ ...rule, verdict: 'ask', used: 3 }, now)).toBe(false);
    expect(isSpent({ ...rule, endsAt: '2025-12-31T00:00:00Z' }, now)).toBe(true);
  });
});
