import type { CombinedError } from '@urql/core';
import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useClient } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { UseRehearsalQueryQuery } from '#gql/graphql.ts';
import { fieldProblems } from '#lib/describe-error.ts';
import type { RuleValues } from './rule-values.ts';
import { toRehearsal } from './values-to-draft.ts';

const UseRehearsalQuery = graphql(`
  query UseRehearsalQuery($rule: ApprovalRuleDraft!, $ruleId: ID, $since: DateTime!) {
    rehearseApprovalRule(rule: $rule, ruleId: $ruleId, since: $since) {
      looked
      isCut
      matched
      decided
      verdict
      unclear
      changed
      before { allowed asked denied }
      after { allowed asked denied }
      changes { runId sessionId toolSlug requestedBy at note before after by }
    }
  }
`);

export type Rehearsal = UseRehearsalQueryQuery['rehearseApprovalRule'];

type Done = { about: string; days: number; result?: Rehearsal; error?: CombinedError };

const DAY_MS = 86_400_000;

/** Runs the draft over the past at its place in the order, when asked to. What it found stays, and knows whether the draft has changed since. */
export function useRehearsal(ruleId: string | undefined) {
  const client = useClient();
  const form = useFormContext<RuleValues>();
  const values = useWatch<RuleValues>() as RuleValues;
  const [days, setDays] = useState(30);
  const [done, setDone] = useState<Done>();
  const [running, setRunning] = useState(false);
  const latest = useRef(0);

  async function run() {
    if (form.getValues('conditionMode') === 'rows' && !(await form.trigger('rows', { shouldFocus: true }))) return;
    const rule = toRehearsal(form.getValues());
    const attempt = latest.current + 1;
    latest.current = attempt;
    setRunning(true);
    const since = new Date(Date.now() - days * DAY_MS).toISOString();
    const answer = await client
      .query(UseRehearsalQuery, { rule, ruleId, since }, { requestPolicy: 'network-only' })
      .toPromise();
    if (latest.current !== attempt) return;
    setRunning(false);
    setDone({ about: JSON.stringify(rule), days, result: answer.data?.rehearseApprovalRule, error: answer.error });
    const wrong = answer.error && fieldProblems(answer.error).find(({ path }) => path[0] === 'condition');
    if (wrong) form.setError('condition', { type: 'server', message: wrong.message });
  }

  const isStale = done !== undefined && (done.days !== days || done.about !== JSON.stringify(toRehearsal(values)));
  return { days, setDays, done, running, isStale, run };
}
