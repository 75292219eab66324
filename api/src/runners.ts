import { compositionRunner } from '#features/executions/runners/composition.runner.ts';
import { computeRunner } from '#features/executions/runners/compute.runner.ts';
import { httpRunner } from '#features/executions/runners/http.runner.ts';
import { promptRunner } from '#features/executions/runners/prompt.runner.ts';
import { staticRunner } from '#features/executions/runners/static.runner.ts';
import { webhookRunner } from '#features/executions/runners/webhook.runner.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';

/** Everything that can run a tool which is not code. Each knows the shape of its own kind of spec. */
const RUNNERS = [
  staticRunner,
  httpRunner,
  webhookRunner,
  computeRunner,
  compositionRunner,
  promptRunner,
] as unknown as SpecRunner[];

export function gatherRunners(): ReadonlyMap<string, SpecRunner> {
  return new Map(RUNNERS.map((runner) => [runner.kind, runner]));
}
