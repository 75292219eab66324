import pg from 'pg';
import { hashToken, newId } from '../src/platform/ids.ts';

const KEY = (tenant: number) => `tc_bench-${tenant}`;
const COLUMNS = 'id, tenant_id, session_id, seq, pos, type, tool_slug, run_id, source, actor_kind, actor_label';

/** Runs of two events, each in a session of its own. */
const EVENTS = `
  INSERT INTO session_events (${COLUMNS}, test, payload, created_at, hash)
  SELECT gen_random_uuid(), $1, run.session, 1 + half, 2 * run.at - 1 + half,
    CASE half WHEN 0 THEN 'tool.started' ELSE 'tool.completed' END, 'roi-calculator', run.id, 'api', 'apiKey', 'Bench',
    false, '{"input":{"initialInvestment":1000,"annualBenefit":1200,"years":1,"discountRate":0}}', now(), '\\x00'
  FROM (SELECT at, gen_random_uuid() AS id, gen_random_uuid() AS session FROM generate_series(1, $2::int / 2) AS at) run,
    generate_series(0, 1) AS half`;
const SESSIONS = `
  INSERT INTO sessions (id, tenant_id, kind, title, owner_kind, owner_label, test, last_seq, head_hash, created_at, updated_at)
  SELECT session_id, tenant_id, 'tool', 'Bench', 'apiKey', 'Bench', false, 2, '\\x00', now(), now()
  FROM session_events WHERE tenant_id = $1 AND seq = 1`;
const RUNS = `
  INSERT INTO run_heads (id, tenant_id, session_id, tool_slug, state, outcome, source, actor_kind, actor_label, test,
    created_at, started_at, ended_at)
  SELECT run_id, tenant_id, session_id, tool_slug, 'ended', 'success', source, actor_kind, actor_label, false, now(), now(), now()
  FROM session_events WHERE tenant_id = $1 AND seq = 1`;

/** Tenants with a key each, and a first one whose log is this long. Answers the keys. */
export async function fillGrowth(url: string, tenants: number, events: number): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const ids = Array.from({ length: tenants }, newId);
    for (const [at, id] of ids.entries()) {
      await client.query('INSERT INTO tenants (id, slug, name, updated_at) VALUES ($1, $2, $2, now())', [
        id,
        `grown-${at}`,
      ]);
      await client.query(
        `INSERT INTO api_keys (id, tenant_id, name, prefix, hash, permissions, created_by)
         VALUES ($1, $2, 'bench', 'tc_bench', $3, '{tools.tenant.read,tools.tenant.execute}', 'bench')`,
        [newId(), id, hashToken(KEY(at))],
      );
    }
    const first = ids[0]!;
    await client.query(EVENTS, [first, events]);
    for (const sql of [SESSIONS, RUNS]) await client.query(sql, [first]);
    await client.query('INSERT INTO log_heads (tenant_id, pos) VALUES ($1, $2)', [first, events]);
    await client.query("INSERT INTO log_readers (tenant_id, name, pos) VALUES ($1, 'audit', $2)", [first, events]);
    await client.query('ANALYZE');
    return ids.map((_, at) => KEY(at));
  } finally {
    await client.end();
  }
}
