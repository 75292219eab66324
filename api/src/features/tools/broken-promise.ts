import { type FieldError, inWords } from '#platform/errors.ts';
import { isPlain } from '#platform/is-plain.ts';
import { findMisfit } from '#toolkit/find-misfit.ts';
import type { JsonSchema } from '#toolkit/json-schema.ts';
import type { ExecutionSpec } from './execution-spec.ts';
import type { ToolDraft } from './tool-draft.ts';

/** An answer that is written down can be held against its promise before anybody asks for it. What was saved before stays. */
export function findBrokenPromise(
  spec: ExecutionSpec,
  promised: JsonSchema | null,
  { executionSpec, outputSchema }: ToolDraft,
): FieldError[] {
  const isNew = executionSpec !== undefined || outputSchema !== undefined;
  if (spec.kind !== 'static' || !promised || !isNew) return [];
  const { output } = spec;
  if (isPlain(output) && output.success === false) return [];
  const misfit = findMisfit(output ?? null, promised);
  if (!misfit) return [];
  const message = `This is not what the output schema promises: ${inWords(misfit)} Change one of the two.`;
  return [{ path: ['executionSpec', 'output'], message }];
}
