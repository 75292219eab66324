export type StateWord = 'on' | 'blocked' | 'off' | 'draft';

export type Stateful = {
  enabled: boolean;
  executionSpec?: unknown;
  availability?: { available: boolean } | null;
};

/** A kind as the list of kinds names it; prompts run by their mode. */
export function kindName({ kind, mode }: { kind?: string; mode?: string | null }): string {
  return mode ? `${kind}.${mode}` : String(kind);
}

/** A draft is off and cannot be switched on yet: nothing here runs its kind. `runnable` is unset while that is not known. */
export function stateOf(tool: Stateful, runnable: ReadonlySet<string> | undefined): StateWord {
  if (tool.enabled) return tool.availability?.available === false ? 'blocked' : 'on';
  const spec = tool.executionSpec as { kind?: string; mode?: string } | null | undefined;
  if (!spec || !runnable) return 'off';
  const name = kindName(spec.kind === 'prompt' ? spec : { kind: spec.kind });
  return runnable.has(name) ? 'off' : 'draft';
}
