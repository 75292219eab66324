import type { Context } from '#access/context.ts';
import type { ExecutionSpec } from '#features/tools/execution-spec.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';

/** Answers what the author wrote down. */
export const staticRunner: SpecRunner<Extract<ExecutionSpec, { kind: 'static' }>, Context> = {
  kind: 'static',
  timeoutMs: 1_000,
  retrySafe: () => true,
  pure: true,
  preview: ({ spec }) => ({ answers: spec.output }),
  run: async ({ spec }) => spec.output,
};
