import type { Database } from '#platform/database.ts';
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

const READ = {
  name: 'read-events',
  text: `
    SELECT id, tenant_id AS "tenantId", session_id AS "sessionId", seq, pos, type, tool_slug AS "toolSlug",
      run_id AS "runId", parent_run_id AS "parentRunId", step_id AS "stepId", source, sub_source AS "subSource",
      actor_kind AS "actorKind", actor_id AS "actorId", actor_label AS "actorLabel", worker_id AS "workerId", test,
      payload, created_at AS "createdAt", octet_length(payload::text) AS bytes,
      (SELECT owner_id FROM sessions s WHERE s.tenant_id = e.tenant_id AND s.id = e.session_id) AS "ownerId"
    FROM toolcrib_read_events($1, $2, $3, ${PAGE.events}, ${PAGE.bytes}) e`,
};

type Log = { tenantId: string; sessionId: string | null };
type Row = Omit<SizedEvent, 'pos' | 'bytes'> & { pos: string; bytes: number | null };

/** The page behind a place, counted in the session where one is given and else in the tenant. */
export async function readPage(
  { owner }: Pick<Database, 'owner'>,
  { tenantId, sessionId }: Log,
  after: bigint,
): Promise<Page> {
  const { rows } = await owner.query<Row>({ ...READ, values: [tenantId, sessionId, String(after)] });
  const events: SizedEvent[] = [];
  for (const row of rows) {
    // The one behind the page comes without its payload.
    if (row.bytes === null) return { events, isMore: true };
    events.push({ ...row, pos: BigInt(row.pos), bytes: row.bytes });
  }
  return { events, isMore: false };
}
