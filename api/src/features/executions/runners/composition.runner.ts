import type { Context } from '#access/context.ts';
import { awaitRun } from '#features/executions/await-run.ts';
import { executeTool } from '#features/executions/execute-tool.ts';
import { RUN_PAUSED } from '#features/executions/never-throw.ts';
import type { Run } from '#features/executions/run-fold.ts';
import type { Composition } from '#features/tools/execution-spec.ts';
import { DomainError, type FieldError } from '#platform/errors.ts';
import { fillValue, type Scope } from '#toolkit/fill-template.ts';
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

const inWords = ({ path, message }: FieldError) => (path.length > 0 ? `${path.join('.')}: ${message}` : message);

async function callStep(step: Step, scope: Scope, { ctx }: Call): Promise<Run> {
  const { host, runId, sessionId, abortSignal, depth = 0 } = ctx;
  const input = fillValue(step.inputMap, scope);
  try {
    const { run, error } = await executeTool(host, {
      slug: step.toolSlug,
      input,
      test: ctx.test,
      // Whoever comes over MCP is a machine, and stays one in every step.
      subSource: ctx.subSource === 'mcp' ? 'mcp' : 'composition',
      parent: { runId: runId!, stepId: step.id, sessionId: sessionId!, signal: abortSignal, depth: depth + 1 },
    });
    if (run) return run;
    const field = error?.fields?.[0];
    return failStep(step, error!.code, field ? inWords(field) : error!.message);
  } catch (error) {
    if (error instanceof DomainError) failStep(step, error.code, error.message);
    throw error;
  }
}

async function finishStep(step: Step, scope: Scope, call: Call, begunId: string | undefined): Promise<unknown> {
  const run = begunId ? await awaitRun(call.ctx.host, begunId, TIMEOUT_MS) : await callStep(step, scope, call);
  if (run?.status === 'WAITING') throw RUN_PAUSED;
  if (run?.status === 'SUCCESS') return run.output;
  if (run?.status === 'CANCELLED') failStep(step, 'CANCELLED', 'It was cancelled.');
  return failStep(step, run?.error?.code ?? 'TOOL_FAILED', run?.error?.message ?? 'It did not end.');
}

/** Runs tools one after another, each through the one door. Taken up again, it goes on after the last step that ended. */
export const compositionRunner: SpecRunner<Composition, Context> = {
  kind: 'composition',
  timeoutMs: TIMEOUT_MS,
  retrySafe: () => true,
  async run(call) {
    const { spec, input, ctx } = call;
    if ((ctx.depth ?? 0) >= DEEPEST)
      throw new ToolFailure('TOO_DEEP', `Compositions can be nested ${DEEPEST} deep. Call the tools directly.`);
    const begun = await findBegun(ctx);
    const steps: Record<string, { output: unknown }> = Object.create(null);
    const scope: Scope = { input, steps };
    let last: unknown = null;
    for (const step of spec.steps) {
      ctx.abortSignal.throwIfAborted();
      last = await finishStep(step, scope, call, begun.get(step.id));
      steps[step.id] = { output: last };
    }
    return spec.output ? fillValue(spec.output, scope) : last;
  },
};
