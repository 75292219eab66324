import { useCallback, useEffect, useState } from 'react';
import type { Answer } from './account-requests.ts';

export type Asked<Value> = {
  value: Value | undefined;
  problem: string | undefined;
  ask: () => Promise<void>;
};

/** Asks once at the start, and again on demand; what is known stays until the next answer. */
export function useAnswer<Value>(load: () => Promise<Answer<Value>>): Asked<Value> {
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState<string>();
  const ask = useCallback(async () => {
    const answer = await load();
    if (answer.ok) setValue(answer.value);
    setProblem(answer.ok ? undefined : answer.message);
  }, [load]);
  useEffect(() => {
    void ask();
  }, [ask]);
  return { value, problem, ask };
}
