import { redactionOf, valuesOf } from '#toolkit/hidden-values.ts';
import { type ResolvedTool, runnerKindOf } from '#toolkit/resolved-tool.ts';
import type { RunEngine } from '#toolkit/run-engine.ts';
import { maskFields } from '#toolkit/sensitive-fields.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { cutWords } from './error-words.ts';
import { neverThrow } from './never-throw.ts';

const PATIENCE_MS = 5_000;
const LARGEST = 65_536;

type Preview = () => Promise<unknown> | unknown;

/** Code tools tell by themselves, others by how they run. */
function findPreview(
  tool: ResolvedTool,
  input: Record<string, unknown>,
  asked: AvailabilityContext,
  { runners }: Pick<RunEngine, 'runners'>,
  hidden: readonly string[],
): Preview | null {
  const { definition, executionSpec: spec } = tool;
  if (definition) return definition.preview ? () => definition.preview!(input, asked) : null;
  const runner = spec ? runners.get(runnerKindOf(spec)) : undefined;
  if (!spec || !runner?.preview) return null;
  const shown = maskFields(input, hidden) as Record<string, unknown>;
  return () => runner.preview!({ spec, tool, input: shown });
}

/** What a call would do, if its tool can tell. A preview that fails says so, and keeps nobody from deciding. */
export async function previewCall(...given: Parameters<typeof findPreview>): Promise<unknown> {
  const [, input, , , hidden] = given;
  const preview = findPreview(...given);
  if (!preview) return undefined;
  const redaction = redactionOf(valuesOf(input, hidden));
  const result = await neverThrow(async () => preview(), AbortSignal.timeout(PATIENCE_MS));
  if (result === 'paused') return undefined;
  if (!result.ok) return { error: cutWords(redaction.text(`There is no preview: ${result.error.message}`), redaction) };
  const isTooLarge = (JSON.stringify(result.output ?? null)?.length ?? 0) > LARGEST;
  if (isTooLarge) return { error: 'The preview is too large to be shown.' };
  return redaction.value(maskFields(result.output, hidden));
}
