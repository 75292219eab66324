import type { PrismaClient } from '#generated/prisma/client.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';

/** With what it takes to keep it: the size of its payload as it is stored. */
export type SizedEvent = StoredEvent & { bytes: number };
/** Neighbouring events, and whether the log went on behind them when they were read. */
export type Page = { events: SizedEvent[]; isMore: boolean };

/** What is read, and held for one reader, at a time. One event that is larger travels alone. */
export const PAGE = { events: 500, bytes: 262_144 };

/** As much of the beginning as makes a page, at least one event. */
export function cutPage(events: readonly SizedEvent[], from: number): SizedEvent[] {
  let end = from;
  for (let bytes = 0; end < events.length && end - from < PAGE.events; end += 1) {
    bytes += events[end]!.bytes;
    if (bytes > PAGE.bytes && end > from) break;
  }
  return events.slice(from, end);
}

type Log = { tenantId: string; sessionId: string | null };
type Row = Omit<SizedEvent, 'bytes'> & { bytes: number | null };

/** The page behind a place, counted in the session where one is given and else in the tenant. */
export async function readPage(system: PrismaClient, { tenantId, sessionId }: Log, after: bigint): Promise<Page> {
  const rows = await system.$queryRaw<Row[]>`
    SELECT id, tenant_id AS "tenantId", session_id AS "sessionId", seq, pos, type, tool_slug AS "toolSlug",
      run_id AS "runId", parent_run_id AS "parentRunId", step_id AS "stepId", source, sub_source AS "subSource",
      actor_kind AS "actorKind", actor_id AS "actorId", actor_label AS "actorLabel", worker_id AS "workerId", test,
      payload, created_at AS "createdAt", octet_length(payload::text) AS bytes
    FROM toolcrib_read_events(${tenantId}::uuid, ${sessionId}::uuid, ${after}::bigint, ${PAGE.events}::int, ${PAGE.bytes}::int)`;
  const isMore = rows.at(-1)?.bytes === null;
  return { events: (isMore ? rows.slice(0, -1) : rows) as SizedEvent[], isMore };
}
