import type pg from 'pg';
import { appendPastActs, type PastAct } from '#features/audit/append-past-acts.ts';
import { digestOf } from '#platform/canonical.ts';
import { MASK, maskFields } from '#toolkit/sensitive-fields.ts';

const READER = 'audit';
const PAGE = 1_000;

const FIND_BEHIND = `
  SELECT h.tenant_id FROM log_heads h LEFT JOIN log_readers r ON r.tenant_id = h.tenant_id AND r.name = '${READER}'
  WHERE h.pos > coalesce(r.pos, 0)`;
const BEGIN_READING = `INSERT INTO log_readers (tenant_id, name, pos) VALUES ($1, '${READER}', 0) ON CONFLICT DO NOTHING`;
// Whoever else is at it goes first; then there is nothing left to do.
const LOCK_READER = `SELECT pos FROM log_readers WHERE tenant_id = $1 AND name = '${READER}' FOR UPDATE`;
const FIND_END =
  'SELECT max(pos) AS pos FROM (SELECT pos FROM session_events WHERE tenant_id = $1 AND pos > $2 ORDER BY pos LIMIT $3) e';
// A call has one line, by what the log says of it first.
const READ = `
  SELECT id, type, tool_slug, run_id, source, sub_source, actor_kind, actor_id, actor_label, test, payload, created_at
  FROM session_events e WHERE tenant_id = $1 AND pos > $2 AND pos <= $3 AND (
    type IN ('tool.queued', 'tool.needs_approval', 'tool.refused') OR type = 'tool.started' AND NOT EXISTS (
      SELECT FROM session_events b WHERE b.tenant_id = e.tenant_id AND b.run_id = e.run_id
        AND b.type IN ('tool.queued', 'tool.needs_approval')))
  ORDER BY pos`;
const NOTE = `UPDATE log_readers SET pos = $2 WHERE tenant_id = $1 AND name = '${READER}'`;

type Row = {
  id: string;
  type: string;
  tool_slug: string;
  run_id: string | null;
  source: string;
  sub_source: string | null;
  actor_kind: string;
  actor_id: string | null;
  actor_label: string;
  test: boolean;
  payload: { input?: unknown; sensitive?: string[]; ruleId?: string; rule?: string; reason?: string };
  created_at: Date;
};

/** Names and sizes, never values: what was sent may be private. Of what is hidden not even the size. */
function describeInput(shown: unknown): Record<string, string> {
  const entries = Object.entries((shown ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      value === MASK ? 'hidden' : `${JSON.stringify(value)?.length ?? 0} characters`,
    ]),
  );
}

function toAct(tenantId: string, event: Row): PastAct {
  const { input, sensitive = [], ruleId, rule, reason } = event.payload;
  const isRefused = event.type === 'tool.refused';
  // A digest of what is hidden could be found again by trying.
  const shown = maskFields(input ?? null, sensitive);
  return {
    tenantId,
    at: event.created_at,
    actorKind: event.actor_kind,
    actorId: event.actor_id,
    actorLabel: event.actor_label,
    requestId: null,
    action: isRefused ? 'tool.refused' : 'tool.called',
    // What was refused never became a run.
    target: event.run_id ? { type: 'ToolRun', id: event.run_id } : { type: 'SessionEvent', id: event.id },
    permission: 'tools.tenant.execute',
    decision: isRefused ? 'DENIED' : 'ALLOWED',
    details: {
      tool: event.tool_slug,
      source: event.source,
      subSource: event.sub_source,
      test: event.test,
      input: describeInput(shown),
      inputDigest: digestOf(shown),
      ...(event.type === 'tool.needs_approval' && { gate: 'asked' }),
      ...(ruleId && { ruleId, rule, reason }),
    },
  };
}

/** Brings the log of one tenant further; whether there may be more. */
async function auditPage(client: pg.PoolClient, tenantId: string): Promise<boolean> {
  const { rows: readers } = await client.query<{ pos: string }>(LOCK_READER, [tenantId]);
  const from = readers[0]!.pos;
  const { rows: ends } = await client.query<{ pos: string | null }>(FIND_END, [tenantId, from, PAGE]);
  const until = ends[0]?.pos;
  if (!until) return false;
  const { rows: events } = await client.query<Row>(READ, [tenantId, from, until]);
  await appendPastActs(
    client,
    tenantId,
    events.map((event) => toAct(tenantId, event)),
  );
  await client.query(NOTE, [tenantId, until]);
  return BigInt(until) - BigInt(from) >= PAGE;
}

async function auditTenant(owner: pg.Pool, tenantId: string): Promise<boolean> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    const isMore = await auditPage(client, tenantId);
    await client.query('COMMIT');
    client.release();
    return isMore;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    client.release(error as Error);
    throw error;
  }
}

/**
 * Every call of a tool has its line in the audit log. The lines follow from the log of events, a moment later and
 * exactly once: how far they go is kept in the transaction that writes them.
 */
export async function auditRuns(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ tenant_id: string }>(FIND_BEHIND);
  for (const { tenant_id: tenantId } of rows) {
    await owner.query(BEGIN_READING, [tenantId]);
    for (let isMore = true; isMore; ) isMore = await auditTenant(owner, tenantId);
  }
}
