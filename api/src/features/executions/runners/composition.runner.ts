import type { Context } from '#access/context.ts';
import { awaitRun } from '#features/executions/await-run.ts';
import { executeTool } from '#features/executions/execute-tool.ts';
import { RUN_PAUSED } from '#features/executions/never-throw.ts';
import type { Run } from '#features/executions/run-fold.ts';
import type { Composition } from '#features/tools/execution-spec.ts';
import { DomainError, inWords } from '#platform/errors.ts';
import { fillValue, type Scope } from '#toolkit/fill-template.ts';
import { type Hidden, namesOfHidden, redactionOf, valuesOf } from '#toolkit/hidden-values.ts';
import { maskFields, maskOutput } from '#toolkit/sensitive-fields.ts';
import type { SpecCall, SpecRunner } from '#toolkit/spec-runner.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

const TIMEOUT_MS = 300_000;
const DEEPEST = 5;

type Call = SpecCall<Composition, Context>;
type Step = Composition['steps'][number];

/** Steps that an earlier process began: what has ended counts, and what still runs is waited for. */
async function findBegun({ host, runId }: Call['ctx']): Promise<Map<string, string>> {
  const children = await host.db.runHead.findMany({
    where: { parentRunId: runId },
    select: { id: true, stepId: true },
  });
  return new Map(children.map(({ id, stepId }) => [stepId ?? '', id]));
}

function failStep({ id }: Step, code: string, message: string): never {
  throw new ToolFailure(code, `Step ${id}: ${message}`);
}

/** What steps may use, and the same as histories show it; one and the same while nothing is hidden. */
type Scopes = { clear: Scope; shown: Scope };

/** A template filled in, and the names of what is hidden in it: where the two scopes differ, something hidden is handed on. */
function fill(template: object, { clear, shown }: Scopes): { filled: unknown; hidden: string[] } {
  const filled = fillValue(template, clear);
  return { filled, hidden: clear === shown ? [] : namesOfHidden(filled, fillValue(template, shown)) };
}

const withStep = (scope: Scope, id: string, output: unknown): Scope => ({
  ...scope,
  steps: { ...scope.steps, [id]: { output } },
});

function addStep({ clear, shown }: Scopes, { id }: Step, run: Run, { values }: Hidden): Scopes {
  const next = withStep(clear, id, run.output);
  if (clear === shown && run.sensitive.length === 0) return { clear: next, shown: next };
  const { value } = redactionOf([...values, ...valuesOf(run.input, run.sensitive)]);
  return { clear: next, shown: withStep(shown, id, value(maskOutput(run.output, run.sensitive))) };
}

async function callStep(step: Step, scopes: Scopes, { ctx }: Call): Promise<Run> {
  const { host, runId, sessionId, abortSignal, depth = 0 } = ctx;
  const { filled: input, hidden: sensitive } = fill(step.inputMap, scopes);
  try {
    const { run, error } = await executeTool(host, {
      slug: step.toolSlug,
      input,
      test: ctx.test,
      // Whoever comes over MCP is a machine, and stays one in every step.
      subSource: ctx.subSource === 'mcp' ? 'mcp' : 'composition',
      parent: {
        runId: runId!,
        stepId: step.id,
        sessionId: sessionId!,
        signal: abortSignal,
        depth: depth + 1,
        sensitive,
      },
    });
    if (run) return run;
    const field = error?.fields?.[0];
    return failStep(step, error!.code, field ? inWords(field) : error!.message);
  } catch (error) {
    if (error instanceof DomainError) failStep(step, error.code, error.message);
    throw error;
  }
}

/** What is hidden of the step alone, its run would tell to everybody. */
function tellError({ error, input, sensitive }: Run, { values }: Hidden): string {
  const own = valuesOf(input, sensitive).filter((value) => !values.some((known) => value.includes(known)));
  return redactionOf(own).text(error!.message);
}

async function finishStep(step: Step, scopes: Scopes, call: Call, begunId: string | undefined): Promise<Run> {
  const run = begunId ? await awaitRun(call.ctx.host, begunId, TIMEOUT_MS) : await callStep(step, scopes, call);
  if (run?.status === 'WAITING') throw RUN_PAUSED;
  if (run?.status === 'SUCCESS') return run;
  if (run?.status === 'CANCELLED') failStep(step, 'CANCELLED', 'It was cancelled.');
  return failStep(
    step,
    run?.error?.code ?? 'TOOL_FAILED',
    run?.error ? tellError(run, call.hidden) : 'It did not end.',
  );
}

/** Runs tools one after another, each through the one door. Taken up again, it goes on after the last step that ended. */
export const compositionRunner: SpecRunner<Composition, Context> = {
  kind: 'composition',
  timeoutMs: TIMEOUT_MS,
  retrySafe: () => true,
  async run(call) {
    const { spec, input, hidden, ctx } = call;
    if ((ctx.depth ?? 0) >= DEEPEST)
      throw new ToolFailure('TOO_DEEP', `Compositions can be nested ${DEEPEST} deep. Call the tools directly.`);
    const begun = await findBegun(ctx);
    const clear: Scope = { input, steps: {} };
    const masked = maskFields(input, hidden.names) as Scope['input'];
    let scopes: Scopes = { clear, shown: hidden.names.length === 0 ? clear : { input: masked, steps: {} } };
    for (const step of spec.steps) {
      ctx.abortSignal.throwIfAborted();
      const run = await finishStep(step, scopes, call, begun.get(step.id));
      scopes = addStep(scopes, step, run, hidden);
    }
    const last = spec.steps.at(-1);
    const output = spec.output ?? (last ? `{{steps.${last.id}.output}}` : null);
    const { filled, hidden: more } = fill({ output }, scopes);
    call.hide(more);
    return (filled as { output?: unknown }).output ?? null;
  },
};
