import { type ResolvedTool, runnerKindOf } from '#toolkit/resolved-tool.ts';
import type { RunEngine } from '#toolkit/run-engine.ts';

/** Whether a call of the tool reads nothing but its input and changes nothing. */
export function isPure(
  { definition, executionSpec: spec }: ResolvedTool,
  { runners }: Pick<RunEngine, 'runners'>,
): boolean {
  if (definition) return definition.pure ?? false;
  return (spec && runners.get(runnerKindOf(spec))?.pure) ?? false;
}
