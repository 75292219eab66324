import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { batchManyBy } from '#graphql/batch.ts';
import type { Redaction } from '#platform/redact-values.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { redactionOf, valuesOf } from '#toolkit/hidden-values.ts';
import { maskFields } from '#toolkit/sensitive-fields.ts';

type Payload = { sensitive?: readonly string[]; input?: unknown };

const WITH_INPUT = ['tool.queued', 'tool.needs_approval', 'tool.approved', 'tool.started'];

/** The events that tell what a run was given, and what its tool called sensitive then. */
const findBeginnings = batchManyBy(
  (ctx, runIds: string[]) =>
    ctx.db.sessionEvent.findMany({
      where: { runId: { in: runIds }, type: { in: WITH_INPUT } },
      select: { runId: true, parentRunId: true, toolSlug: true, payload: true },
    }),
  ({ runId }) => runId!,
);

const payloadOf = ({ payload }: { payload: unknown }) => (payload ?? {}) as Payload;

const findShelvedNames = async (ctx: Context, toolSlug: string) =>
  (await ctx.tools.of(tenantIdOf(ctx.viewer))).find(toolSlug)?.sensitiveFields;

type Beginning = Awaited<ReturnType<typeof findBeginnings>>[number];

async function gatherNames(ctx: Context, toolSlug: string, beginnings: readonly Beginning[]): Promise<string[]> {
  const shelved = (await findShelvedNames(ctx, toolSlug)) ?? [];
  return [...new Set([...shelved, ...beginnings.flatMap((event) => payloadOf(event).sensitive ?? [])])];
}

/** What is hidden of a run: what its tool calls sensitive, and what it called so when it ran. The tool may be gone. */
export async function findHiddenFields(ctx: Context, toolSlug: string, runId: string): Promise<string[]> {
  return gatherNames(ctx, toolSlug, await findBeginnings(ctx, runId));
}

/** What lies in the hidden fields that a run was given, and in those of the runs it is a step of. */
export async function findHiddenValues(ctx: Context, runId: string): Promise<string[]> {
  const beginnings = await findBeginnings(ctx, runId);
  const [first] = beginnings;
  if (!first) return [];
  const names = await gatherNames(ctx, first.toolSlug!, beginnings);
  const own = beginnings.flatMap((event) => valuesOf(payloadOf(event).input, names));
  const { parentRunId } = first;
  return [...new Set([...own, ...(parentRunId ? await findHiddenValues(ctx, parentRunId) : [])])];
}

/** Takes out of what a run told whatever is hidden of what it was given. */
export const findRedaction = async (ctx: Context, runId: string): Promise<Redaction> =>
  redactionOf(await findHiddenValues(ctx, runId));

/** An error keeps its shape and its code. */
export function redactError<Told>(error: Told, { text }: Redaction): Told {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? { ...error, message: text(message) } : error;
}

/** What a tool told; what it was given is hidden by name. News of the way is all told by the tool. */
const isTold = (type: string, name: string) =>
  type.startsWith('tool.') ? ['output', 'text', 'error'].includes(name) : name !== 'kind';

/** The payload of an event as it may be shown. Events of a run carry the names themselves, but for those of decisions. */
export async function showPayload(ctx: Context, { type, toolSlug, runId, payload }: StoredEvent): Promise<unknown> {
  if (!toolSlug || typeof payload !== 'object' || payload === null) return payload;
  const { sensitive = [], ...given } = payload as Payload;
  const shelved = await findShelvedNames(ctx, toolSlug);
  const mustAsk = runId && sensitive.length === 0 && (!shelved || type === 'tool.approved');
  const names = mustAsk ? await findHiddenFields(ctx, toolSlug, runId) : [...sensitive, ...(shelved ?? [])];
  if (names.length === 0) return given;
  const shown = maskFields(given, names) as object;
  if (!runId || !Object.keys(shown).some((name) => isTold(type, name))) return shown;
  const redaction = await findRedaction(ctx, runId);
  const redact = (name: string, entry: unknown) =>
    name === 'error' ? redactError(entry, redaction) : redaction.value(entry);
  return Object.fromEntries(
    Object.entries(shown).map(([name, entry]) => [name, isTold(type, name) ? redact(name, entry) : entry]),
  );
}
