import type { Context } from '#access/context.ts';
import { requireScope } from '#access/viewer.ts';
import { readSecrets } from '#features/secrets/read-secrets.ts';
import { findHiddenValues } from '#features/sessions/hidden-fields.ts';
import { toNodeId } from '#platform/ids.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { createValueRedaction, type Redaction } from '#platform/redact-values.ts';
import { toStorableJson } from '#platform/storable.ts';
import { type Hidden, NOTHING_HIDDEN, redactionOf, valuesOf } from '#toolkit/hidden-values.ts';
import { type ResolvedTool, runnerKindOf } from '#toolkit/resolved-tool.ts';
import type { ToolContext } from '#toolkit/tool-context.ts';
import { ToolFailure, type ToolResult } from '#toolkit/tool-result.ts';
import { cutWords } from './error-words.ts';
import { neverThrow, type Outcome, RunAborted } from './never-throw.ts';
import { requireOutput, requirePromised } from './output-promise.ts';
import { createOutputStream } from './output-stream.ts';
import { ringDelta } from './run-deltas.ts';
import type { Journal, RunPlace } from './run-journal.ts';
import { toCallbacks } from './tool-callbacks.ts';

/** What is run, for whom, and where it is written down. */
export type RunWork = {
  tool: ResolvedTool;
  input: Record<string, unknown>;
  place: RunPlace;
  journal: Journal;
};

type Work = RunWork & {
  /** Stops the run from outside: cancellation, the end of a parent, the end of the process. */
  signal: AbortSignal;
  depth: number;
};

const DEEPEST_OUTPUT = 100;

/** Runners read the secrets of a spec themselves, bound to the host they are sent to. */
const keysOf = (tool: ResolvedTool) => (tool.definition ? tool.requiredSecrets.map((secret) => secret.key) : []);

/** How long a call of it may take. */
export function timeoutOf(tool: ResolvedTool, ctx: Context): number {
  const spec = tool.executionSpec;
  if (!spec) return tool.definition?.timeoutMs ?? ctx.engine.limits.timeoutMs;
  const given = typeof spec.timeout === 'number' ? spec.timeout : undefined;
  return given ?? ctx.engine.runners.get(runnerKindOf(spec))?.timeoutMs ?? ctx.engine.limits.timeoutMs;
}

/** A step may be told apart what is hidden as a whole in the run that it is a step of. */
async function findHidden(ctx: Context, { place, input }: RunWork): Promise<Hidden> {
  const { sensitive: names, parentRunId } = place;
  if (names.length === 0) return NOTHING_HIDDEN;
  const above = parentRunId ? await findHiddenValues(ctx, parentRunId) : [];
  return { names, values: [...above, ...valuesOf(input, names)] };
}

type Performed = Pick<RunWork, 'tool' | 'input' | 'place' | 'journal'> & { hidden: Hidden };

async function perform({ tool, input, place, journal, hidden }: Performed, ctx: ToolContext<Context>) {
  const { definition, executionSpec: spec } = tool;
  if (definition) return requireOutput(definition, await definition.execute(input, ctx));
  const runner = spec && ctx.host.engine.runners.get(runnerKindOf(spec));
  if (!runner) throw new ToolFailure('NO_RUNNER', 'Nothing here can run this kind of tool yet.');
  const runId = toNodeId('ToolRun', place.runId);
  const output = await runner.run({ spec, tool, input, runId, hidden, hide: journal.hide, ctx });
  return requirePromised(tool, output, runner);
}

/** What is taken out of a result now, and what is to be found whole by those who read it. */
type Cleaning = { redaction: Redaction; kept: Redaction };

function cleanResult(result: ToolResult, { redaction, kept }: Cleaning): ToolResult {
  if (result.ok) return { ok: true, output: redaction.value(result.output) };
  const { error } = result;
  return { ok: false, error: { ...error, message: cutWords(redaction.text(error.message), kept) } };
}

/** The caller is answered what is written down. */
function asWritten(result: ToolResult, mostBytes: number): ToolResult {
  if (!result.ok) return { ok: false, error: JSON.parse(toStorableJson(result.error)) };
  const text = toStorableJson(result.output ?? null);
  if (Buffer.byteLength(text) <= mostBytes) return { ok: true, output: JSON.parse(text) };
  const message = `The output is larger than ${mostBytes} bytes. Let the tool answer with less: fewer rows, or fewer fields.`;
  return { ok: false, error: { code: 'OUTPUT_TOO_LARGE', message } };
}

/** What a tool answers is written down as JSON; what cannot be, fails the run instead of losing its end. */
function tidy(result: ToolResult, cleaning: Cleaning, mostBytes: number): ToolResult {
  try {
    if (result.ok && nestsDeeperThan(result.output, DEEPEST_OUTPUT)) throw new Error('too deep');
    return asWritten(cleanResult(result, cleaning), mostBytes);
  } catch {
    const message = `The output cannot be written as JSON, or has more than ${DEEPEST_OUTPUT} levels.`;
    return { ok: false, error: { code: 'INVALID_OUTPUT', message } };
  }
}

/** Does the work of a run that is already in the log. Whatever happens, the answer is a result. */
export async function runTool(ctx: Context, work: Work): Promise<Outcome> {
  const { tool, input, place, journal, signal, depth } = work;
  const { limits } = ctx.engine;
  const scope = requireScope(ctx.viewer);
  const timeoutMs = timeoutOf(tool, ctx);
  const timeout = new AbortController();
  const timer = setTimeout(() => {
    const message = `The tool took longer than ${timeoutMs} ms and was stopped.`;
    timeout.abort(new RunAborted({ code: 'TIMEOUT', message, retryable: true }));
  }, timeoutMs);
  const abortSignal = AbortSignal.any([signal, timeout.signal]);
  const output = createOutputStream(
    (text) => journal.append('tool.output_appended', { text }),
    limits.outputBytes,
    // What is hidden stays in the log, and lies in one piece there, so that readers find it.
    () => ({ text: redaction.text, longest: Math.max(redaction.longest, kept.longest), cut: kept.cut }),
  );
  let redaction = createValueRedaction(new Map());
  let kept = redaction;
  try {
    const result = await neverThrow(
      async () => {
        const hidden = await findHidden(ctx, work);
        kept = redactionOf(hidden.values);
        const secrets = await readSecrets(ctx, keysOf(tool));
        redaction = createValueRedaction(new Map([...secrets].map(([key, { value }]) => [key, value])));
        const toolContext: ToolContext<Context> = {
          host: ctx,
          tenantId: scope.tenantId,
          tenantSlug: scope.tenantSlug,
          userId: ctx.viewer.kind === 'user' ? ctx.viewer.userId : undefined,
          permissions: scope.permissions,
          source: place.from.source,
          subSource: place.from.subSource,
          requestId: ctx.requestId,
          sessionId: place.sessionId,
          runId: place.runId,
          test: place.test,
          depth,
          spaceId: null,
          attachments: [],
          secrets: Object.fromEntries([...secrets].map(([key, { value }]) => [key, value])),
          apiKeys: {},
          audit: (action, details) => ctx.log.info({ action, details, tool: tool.slug }, 'tool audit'),
          callbacks: toCallbacks(journal, (chunk) => {
            output.push(chunk);
            if (redaction.longest === 0 && kept.longest === 0) ringDelta(ctx, place.runId, chunk);
          }),
          abortSignal,
        };
        return perform({ tool, input, place, journal, hidden }, toolContext);
      },
      abortSignal,
      (err) =>
        ctx.log.error(
          { err, runId: toNodeId('ToolRun', place.runId), tool: tool.slug, requestId: ctx.requestId },
          'unexpected error',
        ),
    );
    return result === 'paused' ? result : tidy(result, { redaction, kept }, limits.outputBytes);
  } finally {
    clearTimeout(timer);
    await output.end();
  }
}
