import { type FieldError, inWords } from '#platform/errors.ts';
import { findMisfit } from '#toolkit/find-misfit.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

/** A failure of the older convention does not have the shape of a success. */
const saysFailed = (output: unknown) => (output as { success?: unknown } | null | undefined)?.success === false;

const broken = (misfit: FieldError) =>
  new ToolFailure('INVALID_OUTPUT', `The tool answered something else than it promises: ${inWords(misfit)}`);

/** What a tool in code answers, if it is what its schema promises. */
export function requireOutput({ output: promised }: ToolDefinition, output: unknown): unknown {
  if (saysFailed(output)) return output;
  const parsed = promised.safeParse(output);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw broken({ path: path.map(String), message });
}

/** The same of a tool that an author wrote; most promise nothing. */
export function requirePromised(
  { outputSchema }: ResolvedTool,
  output: unknown,
  { hasOwnShape }: Pick<SpecRunner, 'hasOwnShape'>,
): unknown {
  if (!outputSchema || saysFailed(output) || hasOwnShape?.(output)) return output;
  const misfit = findMisfit(output ?? null, outputSchema);
  if (misfit) throw broken(misfit);
  return output;
}
