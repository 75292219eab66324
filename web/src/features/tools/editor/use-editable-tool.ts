import type { CombinedError } from '@urql/core';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { type EditableTool, loadEditableTool } from './editable-tool.ts';

/** Null: there is none. */
type State = { tool?: EditableTool | null; error?: CombinedError; loading: boolean };

/** Loads once and when asked: news from elsewhere must not pull away what somebody edits. */
export function useEditableTool(slug: string) {
  const client = useClient();
  const [state, setState] = useState<State>({ loading: true });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads the same tool again
  useEffect(() => {
    let outdated = false;
    loadEditableTool(client, slug).then((answer) => {
      if (!outdated) setState((last) => ({ ...last, error: undefined, loading: false, ...answer }));
    });
    return () => {
      outdated = true;
    };
  }, [client, slug, round]);

  const reload = useCallback(() => {
    setState((last) => ({ ...last, loading: true }));
    setRound((last) => last + 1);
  }, []);
  return { ...state, reload };
}
