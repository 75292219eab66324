import { can, requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, principalOf, tenantIdOf } from '#access/viewer.ts';
import { checkInput } from '#features/tools/check-input.ts';
import { findTestableTool } from '#features/tools/find-testable-tool.ts';
import { evaluationFor, findTool } from '#features/tools/find-tools.ts';
import { digestOf } from '#platform/canonical.ts';
import { DomainError, type FieldError, Forbidden, InvalidInput, NotFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { EventSource } from '#toolkit/event-log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { RunError } from '#toolkit/tool-result.ts';
import { awaitRun } from './await-run.ts';
import { performRun } from './perform-run.ts';
import { readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { openJournal, type RunPlace, runAt } from './run-journal.ts';

export type ToolCall = {
  slug: string;
  input: unknown;
  mode?: 'WAIT' | 'ASYNC';
  idempotencyKey?: string | null;
  /** A session to go on with; otherwise the call begins one. */
  sessionId?: string | null;
  test?: boolean;
  subSource?: string | null;
  /** For a step of another run. */
  parent?: { runId: string; stepId: string; sessionId: string; signal: AbortSignal; depth: number };
};

export type CallError = RunError & { fields?: FieldError[] };
export type Executed = { run: Run | null; error: CallError | null };

export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another call. Use a new key for each call.');
  }
}

const LONGEST_KEY = 255;
const OPERATION = 'executeTool';

function sourceOf({ viewer }: Context): EventSource['source'] {
  if (viewer.kind === 'user') return 'web';
  return viewer.kind === 'agent' || (viewer.kind === 'apiKey' && viewer.actsForAgent) ? 'agent' : 'api';
}

/** Those who may change tools may also try what is not switched on yet. */
async function requireTool(ctx: Context, { slug, test }: ToolCall): Promise<ResolvedTool> {
  const isEditor = test && can(ctx.viewer, 'tools.tenant.update');
  const tool = isEditor ? await findTestableTool(ctx, slug) : await findTool(ctx, slug);
  if (!tool) throw new NotFound(`The tool ${slug}`);
  requireCan(ctx.viewer, 'tools.tenant.execute');
  return tool;
}

function checkKey(key: string | null | undefined): void {
  if (key === undefined || key === null) return;
  if (key.length === 0 || key.length > LONGEST_KEY)
    throw InvalidInput.of('idempotencyKey', `A key has 1 to ${LONGEST_KEY} characters.`);
}

/** A session is written to by whoever began it. */
async function requireSession(ctx: Context, sessionId: string): Promise<void> {
  const session = await ctx.db.session.findFirst({ where: { id: sessionId }, select: { ownerId: true } });
  const isOwn = session && session.ownerId === principalOf(ctx.viewer);
  if (!isOwn) throw new NotFound('This session');
}

function placeOf(ctx: Context, tool: ResolvedTool, call: ToolCall): RunPlace {
  const { parent } = call;
  return {
    tenantId: tenantIdOf(ctx.viewer),
    sessionId: parent?.sessionId ?? call.sessionId ?? newId(),
    runId: newId(),
    toolSlug: tool.slug,
    actor: { kind: ctx.viewer.kind, id: principalOf(ctx.viewer), label: labelOf(ctx.viewer) },
    from: { source: sourceOf(ctx), subSource: call.subSource ?? (parent ? 'composition' : null) },
    test: call.test ?? false,
    parentRunId: parent?.runId ?? null,
    stepId: parent?.stepId ?? null,
  };
}

/** What a call means: the same under the same key is the same call. */
function meaningOf({ slug, input, mode = 'WAIT', sessionId, test = false }: ToolCall): string {
  return digestOf({ slug, input, mode, sessionId: sessionId ?? null, test });
}

/** The one door: every call of every tool, whoever makes it, comes through here. */
export async function executeTool(ctx: Context, call: ToolCall): Promise<Executed> {
  const tool = await requireTool(ctx, call);
  checkKey(call.idempotencyKey);
  const { availability } = await evaluationFor(ctx);
  const checked = checkInput(tool, call.input, availability, ctx.engine.limits.inputBytes);
  if (!checked.ok) {
    const message = 'The input does not fit the tool. Look at the fields.';
    return { run: null, error: { code: 'INVALID_INPUT', message, fields: checked.fields } };
  }
  if (call.sessionId && !call.parent) await requireSession(ctx, call.sessionId);
  const place = placeOf(ctx, tool, call);
  const { input } = checked;
  const verdict = await ctx.engine.gate(ctx, {
    tool,
    input,
    ...place.from,
    subSource: place.from.subSource ?? null,
    test: place.test,
  });
  if (verdict.verdict === 'deny') throw new Forbidden(verdict.reason);
  return begin(ctx, call, { tool, input, place });
}

type Accepted = { tool: ResolvedTool; input: Record<string, unknown>; place: RunPlace };

async function begin(ctx: Context, call: ToolCall, { tool, input, place }: Accepted): Promise<Executed> {
  const isAsync = call.mode === 'ASYNC';
  const journal = openJournal(ctx, place);
  const startedAt = ctx.clock.now();
  const isNew = !call.sessionId && !call.parent;
  const first = await journal.append(
    isAsync ? 'tool.queued' : 'tool.started',
    { input, version: tool.version },
    {
      at: startedAt,
      opens: isNew ? { kind: 'tool', title: tool.name } : null,
      idempotency: call.idempotencyKey
        ? { operation: OPERATION, key: call.idempotencyKey, digest: meaningOf(call) }
        : null,
    },
  );
  if (!first.accepted) {
    if (!first.known) throw new NotFound('This session');
    if (!first.known.sameDigest) throw new IdempotencyKeyReused();
    return answerWith(
      await (isAsync ? readRun(ctx, first.known.runId) : awaitRun(ctx, first.known.runId, ctx.engine.limits.timeoutMs)),
    );
  }
  if (isAsync) {
    // If this is lost, whoever looks after runs finds the queued one and asks again.
    await ctx.enqueue('run.start', { tenantId: place.tenantId, runId: place.runId }, { key: place.runId });
    return answerWith(runAt(place, { input, createdAt: startedAt }));
  }
  return answerWith(
    await performRun(ctx, {
      tool,
      input,
      place,
      journal,
      startedAt,
      signal: call.parent?.signal,
      depth: call.parent?.depth,
    }),
  );
}

const answerWith = (run: Run | null): Executed => ({ run, error: run?.error ?? null });
