import type { Context } from '#access/context.ts';
import { tellFew } from '#platform/errors.ts';
import { type ResolvedTool, runnerKindOf } from '#toolkit/resolved-tool.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { checkInput } from './check-input.ts';

/** Whether a call can be made with this input: it fits the fields of the tool, and what its runner makes of them. */
export function checkCall(
  { engine }: Pick<Context, 'engine'>,
  tool: ResolvedTool,
  given: unknown,
  asked: AvailabilityContext,
): ReturnType<typeof checkInput> {
  const checked = checkInput(tool, given, asked, engine.limits.inputBytes);
  const { definition, executionSpec: spec } = tool;
  if (!checked.ok || definition || !spec) return checked;
  const { input } = checked;
  const fields = engine.runners.get(runnerKindOf(spec))?.check?.({ spec, tool, input }) ?? [];
  return fields.length > 0 ? { ok: false, fields: tellFew(fields) } : checked;
}
