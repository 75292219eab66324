import type { Context } from '#access/context.ts';
import type { ExecutionSpec } from '#features/tools/execution-spec.ts';
import { evaluateExpression } from '#toolkit/evaluate-expression.ts';
import { fillValue, isOneHole } from '#toolkit/fill-template.ts';
import { mistake, parseExpression } from '#toolkit/parse-expression.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';

const canBeWritten = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(canBeWritten) : typeof value !== 'number' || Number.isFinite(value);

/** Works out the expression. One that is nothing but a hole is a calculator: the input is the expression then. */
export async function compute(written: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const scope = { input };
  const filled = fillValue(written, scope);
  const isCalculator = isOneHole(written);
  if (isCalculator && filled !== undefined && typeof filled !== 'string') return filled;
  const text = isCalculator ? String(filled ?? '').replace(/\{\{|\}\}/g, ' ') : written;
  const result = evaluateExpression(await parseExpression(text, scope), scope);
  if (!canBeWritten(result)) throw mistake('The result is not a number that can be written down.');
  return result;
}

export const computeRunner: SpecRunner<Extract<ExecutionSpec, { kind: 'compute' }>, Context> = {
  kind: 'compute',
  timeoutMs: 5_000,
  retrySafe: () => true,
  pure: true,
  preview: async ({ spec, input }) => ({ answers: await compute(spec.expression, input) }),
  run: ({ spec, input }) => compute(spec.expression, input),
};
