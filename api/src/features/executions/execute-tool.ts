import { can, requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { actorOf, principalOf, requireScope, sourceOf, tenantIdOf } from '#access/viewer.ts';
import { openApproval } from '#features/approvals/open-approval.ts';
import { requireRoomToWait } from '#features/approvals/room-to-wait.ts';
import { checkCall } from '#features/tools/check-call.ts';
import { findTestableTool } from '#features/tools/find-testable-tool.ts';
import { evaluationFor, findTool } from '#features/tools/find-tools.ts';
import { digestOf } from '#platform/canonical.ts';
import { DomainError, type FieldError, Forbidden, InvalidInput, NotFound } from '#platform/errors.ts';
import { newId, toNodeId } from '#platform/ids.ts';
import type { Appended } from '#toolkit/event-log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AskTerms, GateVerdict } from '#toolkit/run-engine.ts';
import type { RunError } from '#toolkit/tool-result.ts';
import { awaitRun } from './await-run.ts';
import { isPure } from './is-pure.ts';
import { performRun } from './perform-run.ts';
import { previewCall } from './preview-call.ts';
import { findRun, readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { beginningOf, openJournal, type RunPlace, runAt } from './run-journal.ts';
import { timeoutOf } from './run-tool.ts';

export type ToolCall = {
  slug: string;
  input: unknown;
  mode?: 'WAIT' | 'ASYNC';
  idempotencyKey?: string | null;
  /** A session to go on with; otherwise the call begins one. */
  sessionId?: string | null;
  test?: boolean;
  subSource?: string | null;
  /** For a step of another run; `sensitive` names what it is given of what is hidden there. */
  parent?: {
    runId: string;
    stepId: string;
    sessionId: string;
    signal: AbortSignal;
    depth: number;
    sensitive: readonly string[];
  };
};

export type CallError = RunError & { fields?: FieldError[] };
export type Executed = { run: Run | null; error: CallError | null };

export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another call. Use a new key for each call.');
  }
}

const LONGEST_KEY = 255;
/** How long a key is remembered; the log says the same. */
const KEY_MS = 24 * 3_600_000;
const OPERATION = 'executeTool';

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
    actor: actorOf(ctx.viewer),
    from: { source: sourceOf(ctx.viewer), subSource: call.subSource ?? (parent ? 'composition' : null) },
    test: call.test ?? false,
    parentRunId: parent?.runId ?? null,
    stepId: parent?.stepId ?? null,
    sensitive: parent ? [...new Set([...tool.sensitiveFields, ...parent.sensitive])] : tool.sensitiveFields,
  };
}

/** What a call means: the same under the same key is the same call. */
function meaningOf({ slug, input, mode = 'WAIT', sessionId, test = false }: ToolCall): string {
  return digestOf({ slug, input, mode, sessionId: sessionId ?? null, test });
}

/** The one door: every call of every tool, whoever makes it, comes through here. */
export async function executeTool(ctx: Context, call: ToolCall): Promise<Executed> {
  requireScope(ctx.viewer);
  checkKey(call.idempotencyKey);
  const known = await findKnown(ctx, call);
  if (known) return answerKnown(ctx, call, known);
  const tool = await requireTool(ctx, call);
  const { availability } = await evaluationFor(ctx);
  const checked = checkCall(ctx, tool, call.input, availability);
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
  const accepted = { tool, input, place };
  if (verdict.verdict === 'deny') return refuse(ctx, call, accepted, verdict);
  if (verdict.verdict === 'allow') return begin(ctx, call, { ...accepted, giveBack: verdict.giveBack });
  const preview = await previewCall(tool, input, availability, ctx.engine, place.sensitive);
  return hold(ctx, call, { ...accepted, terms: verdict.terms, preview });
}

type Refused = Extract<Appended, { accepted: false }>;
type Accepted = { tool: ResolvedTool; input: Record<string, unknown>; place: RunPlace };
type Denial = Extract<GateVerdict, { verdict: 'deny' }>;
type Allowed = Accepted & { giveBack?(): Promise<void> };

function firstOptions(call: ToolCall, tool: ResolvedTool, at: Date) {
  const isNew = !call.sessionId && !call.parent;
  return {
    at,
    opens: isNew ? { kind: 'tool', title: tool.name } : null,
    idempotency: call.idempotencyKey
      ? { operation: OPERATION, key: call.idempotencyKey, digest: meaningOf(call) }
      : null,
  };
}

/** A call that a rule refuses never becomes a run, but it is on record, so that others can see what the rule does. */
async function refuse(ctx: Context, call: ToolCall, refused: Accepted, { reason, rule }: Denial): Promise<never> {
  const { tool, input, place } = refused;
  const { tenantId, sessionId, actor, from, test, toolSlug, parentRunId, stepId, sensitive } = place;
  const ruleId = toNodeId('ApprovalRule', rule.id);
  const payload = {
    input,
    version: tool.version,
    reason,
    rule: rule.name,
    ruleId,
    ...(sensitive.length > 0 && { sensitive }),
  };
  const { at, opens } = firstOptions(call, tool, ctx.clock.now());
  const events = [{ type: 'tool.refused' as const, payload, toolSlug, parentRunId, stepId }];
  await ctx.events.append({ tenantId, sessionId, actor, from, test, at, opens, events });
  throw new Forbidden(reason, undefined, { reason: 'REFUSED_BY_RULE', rule: { id: ruleId, name: rule.name } });
}

/** The call that took the key before. Looked for first: whatever became of the tool, the same call has the same answer. */
async function findKnown(ctx: Context, call: ToolCall): Promise<Refused | null> {
  if (!call.idempotencyKey) return null;
  const since = new Date(ctx.clock.now().getTime() - KEY_MS);
  const taken = await ctx.db.idempotencyKey.findFirst({
    where: { operation: OPERATION, key: call.idempotencyKey, createdAt: { gt: since } },
  });
  if (!taken) return null;
  return { accepted: false, state: null, known: { runId: taken.runId, sameDigest: taken.digest === meaningOf(call) } };
}

/** The key was used before: for the same call its run is the answer, for another one it is a mistake. */
async function answerKnown(ctx: Context, call: ToolCall, first: Refused): Promise<Executed> {
  if (!first.known) throw new NotFound('This session');
  if (!first.known.sameDigest) throw new IdempotencyKeyReused();
  const { runId } = first.known;
  // A key is the tenant's, but what became of a call is not for everybody.
  if (!(await findRun(ctx, runId))) throw new IdempotencyKeyReused();
  if (call.mode === 'ASYNC') return answerWith(await readRun(ctx, runId));
  const tool = (await ctx.tools.of(tenantIdOf(ctx.viewer))).find(call.slug);
  return answerWith(await awaitRun(ctx, runId, tool ? timeoutOf(tool, ctx) : ctx.engine.limits.timeoutMs));
}

const STAYS = () => {};

/** Whoever has no place is refused before anything is written. Steps of a run work in the place of their run. */
async function takePlace(ctx: Context, { parent, mode }: ToolCall, tenantId: string): Promise<() => void> {
  const { places } = ctx.engine;
  if (parent) return STAYS;
  if (mode !== 'ASYNC') return places.take(tenantId);
  await places.checkQueue(tenantId);
  return STAYS;
}

async function begin(ctx: Context, call: ToolCall, allowed: Allowed): Promise<Executed> {
  const leave = await takePlace(ctx, call, allowed.place.tenantId).catch(async (refusal) => {
    await allowed.giveBack?.();
    throw refusal;
  });
  try {
    return await start(ctx, call, allowed);
  } finally {
    leave();
  }
}

async function start(ctx: Context, call: ToolCall, { tool, input, place, giveBack }: Allowed): Promise<Executed> {
  const isAsync = call.mode === 'ASYNC';
  const journal = openJournal(ctx, place);
  const startedAt = ctx.clock.now();
  const payload = beginningOf({ tool, input });
  const options = firstOptions(call, tool, startedAt);
  // A key has to be taken before the work is done.
  if (!isAsync && !call.idempotencyKey && isPure(tool, ctx.engine)) journal.hold('tool.started', payload, options);
  else {
    const first = await journal.append(isAsync ? 'tool.queued' : 'tool.started', payload, options);
    if (!first.accepted) {
      await giveBack?.();
      return answerKnown(ctx, call, first);
    }
  }
  if (isAsync) {
    // If this is lost, whoever looks after runs finds the queued one and asks again.
    await ctx.enqueue('run.start', { tenantId: place.tenantId, runId: place.runId }, { key: place.runId });
    return answerWith(runAt(place, { input, createdAt: startedAt }));
  }
  const { signal, depth } = call.parent ?? {};
  return answerWith(await performRun(ctx, { tool, input, place, journal, startedAt, signal, depth }));
}

class NotFirst extends Error {
  readonly first: Refused;
  constructor(first: Refused) {
    super('The call was made before.');
    this.first = first;
  }
}

/** The call waits: nothing is held open for it, and the row that asks exists if and only if the log says so. */
async function hold(
  ctx: Context,
  call: ToolCall,
  held: Accepted & { terms: AskTerms; preview: unknown },
): Promise<Executed> {
  const { tool, input, place, terms, preview } = held;
  await requireRoomToWait(ctx, place.sessionId);
  const createdAt = ctx.clock.now();
  try {
    await ctx.transaction(async (inside) => {
      const { sessionId, runId, from } = place;
      const { id } = await openApproval(inside, { tool, input, runId, sessionId, from, terms, preview });
      const payload = { input, version: tool.version, approvalId: toNodeId('Approval', id), why: terms.why };
      const options = firstOptions(call, tool, createdAt);
      const first = await openJournal(inside, place).append('tool.needs_approval', payload, options);
      if (!first.accepted) throw new NotFirst(first);
    });
  } catch (error) {
    if (error instanceof NotFirst) return answerKnown(ctx, call, error.first);
    throw error;
  }
  return answerWith(runAt(place, { input, createdAt, status: 'WAITING' }));
}

const answerWith = (run: Run | null): Executed => ({ run, error: run?.error ?? null });
