-- Of several events of one run in one call each is judged by what the ones before it make of the run. Before, only the
-- first one was, and a run that began and ended in one call had no beginning in `run_heads`.
CREATE FUNCTION toolcrib_newer(earlier text, later text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT coalesce(later, earlier) $$;
CREATE AGGREGATE toolcrib_last(text) (SFUNC = toolcrib_newer, STYPE = text);

CREATE OR REPLACE FUNCTION toolcrib_append_events(batch json)
  RETURNS TABLE (call int, ord int, accepted boolean, seq int, pos bigint, state text, known_run uuid, same_digest boolean)
  LANGUAGE plpgsql AS
$$
#variable_conflict use_column
DECLARE
  tenants uuid[] := ARRAY(SELECT DISTINCT g.tenant FROM json_to_recordset(batch) AS g(tenant uuid) ORDER BY 1);
BEGIN
  INSERT INTO log_heads (tenant_id, pos)
    SELECT t, 0 FROM unnest(tenants) AS t
    WHERE NOT EXISTS (SELECT 1 FROM log_heads h WHERE h.tenant_id = t)
    ON CONFLICT DO NOTHING;
  PERFORM 1 FROM log_heads h WHERE h.tenant_id = ANY (tenants) ORDER BY h.tenant_id FOR UPDATE;

  RETURN QUERY
  WITH given AS (
    SELECT * FROM json_to_recordset(batch) AS g(
      call int, ord int, tenant uuid, session uuid, kind text, title text, owner_kind text, owner_id uuid,
      owner_label text, id uuid, type text, tool text, run uuid, parent uuid, step text, source text, sub_source text,
      actor_kind text, actor_id uuid, actor_label text, worker uuid, from_worker uuid, test boolean, at bigint,
      payload json, idem_op text, idem_key text, idem_digest text)
  ), checked AS (
    SELECT g.*, r.state AS run_state, r.worker_id AS run_worker,
      k.run_id AS known, k.digest = g.idem_digest AS same_key,
      s.last_seq, s.head_hash,
      toolcrib_last(toolcrib_state_after(g.type)) OVER before AS state_before,
      toolcrib_last(CASE WHEN toolcrib_state_after(g.type) IS NOT NULL THEN g.worker::text END) OVER before AS worker_before
    FROM given g
    -- One by one by their keys: a join would be planned once, when the tables were small, and read them whole ever after.
    LEFT JOIN LATERAL (SELECT * FROM run_heads WHERE id = g.run OFFSET 0) r ON r.tenant_id = g.tenant
    LEFT JOIN LATERAL (SELECT * FROM sessions WHERE id = g.session OFFSET 0) s ON s.tenant_id = g.tenant
    LEFT JOIN LATERAL (SELECT * FROM idempotency_keys
      WHERE g.idem_key IS NOT NULL AND tenant_id = g.tenant AND operation = g.idem_op AND key = g.idem_key
        AND created_at > to_timestamp(g.at / 1000.0) - interval '24 hours' LIMIT 1) k ON true
    WINDOW before AS (PARTITION BY g.call, g.run ORDER BY g.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), judged AS (
    SELECT c.*,
      bool_and(
        c.known IS NULL
        AND (c.last_seq IS NOT NULL OR c.kind IS NOT NULL)
        AND (c.run IS NULL OR toolcrib_may_follow(coalesce(c.state_before, c.run_state), c.type,
          coalesce(c.worker_before::uuid, c.run_worker) IS NOT DISTINCT FROM coalesce(c.from_worker, c.worker)))
      ) OVER (PARTITION BY c.call) AS ok
    FROM checked c
  ), numbered AS (
    SELECT j.*,
      coalesce(j.last_seq, 0) + row_number() OVER (PARTITION BY j.tenant, j.session ORDER BY j.call, j.ord)::int AS new_seq,
      h.pos + row_number() OVER (PARTITION BY j.tenant ORDER BY j.call, j.ord) AS new_pos
    FROM judged j JOIN log_heads h ON h.tenant_id = j.tenant
    WHERE j.ok
  ), chained AS (
    SELECT n.*,
      toolcrib_chain(coalesce(n.head_hash, sha256(''::bytea)), json_build_array(
        n.tenant, n.session, n.new_seq, n.new_pos, n.id, n.type, n.tool, n.run, n.parent, n.step, n.source,
        n.sub_source, n.actor_kind, n.actor_id, n.actor_label, n.worker, n.test, n.at, n.payload)::text
      ) OVER (PARTITION BY n.tenant, n.session ORDER BY n.new_seq ROWS UNBOUNDED PRECEDING) AS new_hash
    FROM numbered n
  ), stored AS (
    INSERT INTO session_events (id, tenant_id, session_id, seq, pos, type, tool_slug, run_id, parent_run_id, step_id,
      source, sub_source, actor_kind, actor_id, actor_label, worker_id, test, payload, created_at, hash)
    SELECT id, tenant, session, new_seq, new_pos, type, tool, run, parent, step,
      source, sub_source, actor_kind, actor_id, actor_label, worker, test, payload, to_timestamp(at / 1000.0), new_hash
    FROM chained ORDER BY new_pos
  ), heads AS (
    UPDATE log_heads h SET pos = m.pos
    FROM (SELECT tenant, max(new_pos) AS pos FROM chained GROUP BY tenant) m WHERE h.tenant_id = m.tenant
  ), ends AS (
    SELECT DISTINCT ON (tenant, session) * FROM chained ORDER BY tenant, session, new_seq DESC
  ), begun AS (
    SELECT DISTINCT ON (tenant, session) * FROM chained ORDER BY tenant, session, new_seq
  ), kept AS (
    INSERT INTO sessions AS s (id, tenant_id, kind, title, owner_kind, owner_id, owner_label, test, last_seq, head_hash,
      created_at, updated_at)
    SELECT b.session, b.tenant, coalesce(b.kind, ''), coalesce(b.title, ''), b.owner_kind, b.owner_id, b.owner_label,
      b.test, e.new_seq, e.new_hash, to_timestamp(b.at / 1000.0), to_timestamp(e.at / 1000.0)
    FROM begun b JOIN ends e ON e.tenant = b.tenant AND e.session = b.session
    ON CONFLICT (tenant_id, id) DO UPDATE
      SET last_seq = excluded.last_seq, head_hash = excluded.head_hash, updated_at = excluded.updated_at
  ), keyed AS (
    INSERT INTO idempotency_keys (tenant_id, operation, key, digest, run_id, created_at)
    SELECT tenant, idem_op, idem_key, idem_digest, run, to_timestamp(at / 1000.0) FROM chained WHERE idem_key IS NOT NULL
    ON CONFLICT (tenant_id, operation, key)
      DO UPDATE SET digest = excluded.digest, run_id = excluded.run_id, created_at = excluded.created_at
  ), steps AS (
    SELECT DISTINCT ON (tenant, run) *, toolcrib_state_after(type) AS next_state,
      min(at) OVER (PARTITION BY tenant, run) AS first_at,
      min(at) FILTER (WHERE toolcrib_state_after(type) = 'running') OVER (PARTITION BY tenant, run) AS run_at
    FROM chained
    WHERE run IS NOT NULL AND toolcrib_state_after(type) IS NOT NULL ORDER BY tenant, run, new_seq DESC
  ), folded AS (
    INSERT INTO run_heads AS r (id, tenant_id, session_id, tool_slug, state, outcome, error_code, parent_run_id, step_id,
      source, sub_source, actor_kind, actor_id, actor_label, worker_id, test, created_at, started_at, ended_at)
    SELECT run, tenant, session, tool, next_state, outcome_of, code_of, parent, step, source, sub_source,
      actor_kind, actor_id, actor_label, coalesce(worker, worker_before::uuid), test, to_timestamp(first_at / 1000.0),
      to_timestamp(run_at / 1000.0), CASE WHEN next_state = 'ended' THEN moment END
    FROM (SELECT *, to_timestamp(at / 1000.0) AS moment,
        CASE type WHEN 'tool.completed' THEN 'success' WHEN 'tool.cancelled' THEN 'cancelled'
          WHEN 'tool.failed' THEN 'error' WHEN 'tool.denied' THEN 'error' END AS outcome_of,
        CASE WHEN type IN ('tool.failed', 'tool.denied') THEN payload -> 'error' ->> 'code' END AS code_of
      FROM steps) x
    ON CONFLICT (tenant_id, id) DO UPDATE SET
      state = excluded.state, outcome = excluded.outcome, error_code = excluded.error_code,
      worker_id = coalesce(excluded.worker_id, r.worker_id),
      started_at = coalesce(r.started_at, excluded.started_at), ended_at = excluded.ended_at
  )
  SELECT j.call, j.ord, j.ok, c.new_seq, c.new_pos, j.run_state, j.known, j.same_key
  FROM judged j LEFT JOIN chained c ON c.call = j.call AND c.ord = j.ord
  ORDER BY j.call, j.ord;
END
$$;
