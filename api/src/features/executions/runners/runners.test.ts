import { expect, it } from 'vitest';
import type { SpecRunner } from '#toolkit/spec-runner.ts';
import { computeRunner } from './compute.runner.ts';
import { httpRunner } from './http.runner.ts';
import { promptRunner } from './prompt.runner.ts';
import { staticRunner } from './static.runner.ts';
import { webhookRunner } from './webhook.runner.ts';

it.each<[SpecRunner<never, never>, string, boolean]>([
  [staticRunner, 'static', true],
  [computeRunner, 'compute', true],
  [httpRunner, 'http', false],
  [webhookRunner, 'webhook', false],
  [promptRunner, 'prompt.direct', false],
])('%# only what has no effect outside may be made again after it broke off', (runner, kind, retrySafe) => {
  expect([runner.kind, runner.retrySafe({} as never)]).toEqual([kind, retrySafe]);
});

it('a static tool answers what is written, holes and all', async () => {
  const output = { status: 'ok', text: '{{input.a}}' };
  const call = { spec: { kind: 'static', output }, input: { a: 1 } };
  expect(await staticRunner.run(call as unknown as Parameters<typeof staticRunner.run>[0])).toEqual(output);
});
