-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "owner_kind" TEXT NOT NULL,
    "owner_id" UUID,
    "owner_label" TEXT NOT NULL,
    "parent_id" UUID,
    "test" BOOLEAN NOT NULL,
    "last_seq" INTEGER NOT NULL,
    "head_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "session_events" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "pos" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "tool_slug" TEXT,
    "run_id" UUID,
    "parent_run_id" UUID,
    "step_id" TEXT,
    "source" TEXT,
    "sub_source" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_label" TEXT NOT NULL,
    "worker_id" UUID,
    "test" BOOLEAN NOT NULL,
    "payload" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "session_events_pkey" PRIMARY KEY ("tenant_id","session_id","seq")
);

-- CreateTable
CREATE TABLE "log_heads" (
    "tenant_id" UUID NOT NULL,
    "pos" BIGINT NOT NULL,

    CONSTRAINT "log_heads_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "run_heads" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "outcome" TEXT,
    "error_code" TEXT,
    "parent_run_id" UUID,
    "step_id" TEXT,
    "source" TEXT NOT NULL,
    "sub_source" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_label" TEXT NOT NULL,
    "worker_id" UUID,
    "test" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_heads_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "log_readers" (
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "pos" BIGINT NOT NULL,

    CONSTRAINT "log_readers_pkey" PRIMARY KEY ("tenant_id","name")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","operation","key")
);

-- CreateTable
CREATE TABLE "process_leases" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_leases_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sessions_id_idx" ON "sessions"("id");

-- CreateIndex
CREATE INDEX "run_heads_id_idx" ON "run_heads"("id");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_owner_id_id_idx" ON "sessions"("tenant_id", "owner_id", "id");

-- CreateIndex
CREATE INDEX "session_events_tenant_id_run_id_seq_idx" ON "session_events"("tenant_id", "run_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "session_events_tenant_id_pos_key" ON "session_events"("tenant_id", "pos");

-- CreateIndex
CREATE INDEX "run_heads_tenant_id_tool_slug_id_idx" ON "run_heads"("tenant_id", "tool_slug", "id");

-- CreateIndex
CREATE INDEX "run_heads_tenant_id_actor_id_id_idx" ON "run_heads"("tenant_id", "actor_id", "id");

-- CreateIndex
CREATE INDEX "run_heads_tenant_id_created_at_idx" ON "run_heads"("tenant_id", "created_at");

-- Most runs are no steps of others, and need no entry here.
CREATE INDEX "run_heads_children" ON "run_heads"("tenant_id", "parent_run_id") WHERE "parent_run_id" IS NOT NULL;

-- Each row is written once more soon after: with room beside it that touches no index.
ALTER TABLE "sessions" SET (fillfactor = 80);
ALTER TABLE "run_heads" SET (fillfactor = 80);

-- Runs that a dead process left behind are found without looking at those that have ended.
CREATE INDEX "run_heads_open" ON "run_heads"("worker_id") WHERE "state" = 'running';

-- Readers see their tenant; the log is written by the functions below and by nothing else.
SELECT toolcrib_raise_wall('sessions', 'SELECT');
SELECT toolcrib_raise_wall('session_events', 'SELECT');
SELECT toolcrib_raise_wall('run_heads', 'SELECT');
SELECT toolcrib_raise_wall('log_heads', 'SELECT');
SELECT toolcrib_raise_wall('idempotency_keys', 'SELECT');
SELECT toolcrib_raise_wall('log_readers', 'SELECT');

CREATE FUNCTION toolcrib_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$
BEGIN
  RAISE EXCEPTION 'The log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "session_events"
  FOR EACH STATEMENT EXECUTE FUNCTION toolcrib_refuse_change();

-- What the hash of an event covers, besides the hash before it.
CREATE FUNCTION toolcrib_event_text(e "session_events") RETURNS text LANGUAGE sql STABLE AS
$$
  SELECT json_build_array(
    e.tenant_id, e.session_id, e.seq, e.pos, e.id, e.type, e.tool_slug, e.run_id, e.parent_run_id, e.step_id, e.source,
    e.sub_source, e.actor_kind, e.actor_id, e.actor_label, e.worker_id, e.test,
    (extract(epoch FROM e.created_at) * 1000)::bigint, e.payload)::text
$$;

CREATE FUNCTION toolcrib_chain_step(state bytea, head bytea, content text) RETURNS bytea LANGUAGE sql IMMUTABLE AS
$$ SELECT sha256(coalesce(state, head) || convert_to(content, 'UTF8')) $$;
CREATE AGGREGATE toolcrib_chain(bytea, text) (SFUNC = toolcrib_chain_step, STYPE = bytea);

-- Whether an event may follow in the life of a run. `same` tells whether it comes from the process that runs it.
CREATE FUNCTION toolcrib_may_follow(state text, type text, same boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS
$$
  SELECT CASE
    WHEN type IN ('tool.queued', 'tool.needs_approval') THEN state IS NULL
    WHEN type = 'tool.started' THEN state IS NULL OR state IN ('queued', 'approved')
    WHEN state IS NULL OR state = 'ended' THEN false
    WHEN type IN ('tool.approved', 'tool.denied') THEN state = 'waiting'
    WHEN type = 'tool.cancelled' THEN true
    WHEN type = 'tool.failed' THEN state <> 'running' OR same
    WHEN type = 'tool.resumed' THEN state = 'paused' OR (state = 'running' AND same)
    WHEN type IN ('tool.completed', 'tool.output_appended', 'tool.paused') THEN state = 'running' AND same
    ELSE state <> 'running' OR same
  END
$$;

CREATE FUNCTION toolcrib_state_after(type text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$
  SELECT CASE type
    WHEN 'tool.queued' THEN 'queued'
    WHEN 'tool.needs_approval' THEN 'waiting'
    WHEN 'tool.approved' THEN 'approved'
    WHEN 'tool.started' THEN 'running'
    WHEN 'tool.resumed' THEN 'running'
    WHEN 'tool.paused' THEN 'paused'
    WHEN 'tool.denied' THEN 'ended'
    WHEN 'tool.completed' THEN 'ended'
    WHEN 'tool.failed' THEN 'ended'
    WHEN 'tool.cancelled' THEN 'ended'
  END
$$;

-- The last of some texts that is one, for windows.
CREATE FUNCTION toolcrib_newer(earlier text, later text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT coalesce(later, earlier) $$;
CREATE AGGREGATE toolcrib_last(text) (SFUNC = toolcrib_newer, STYPE = text);

-- Appends many calls at once. A call is a few events that are accepted together or not at all; no two calls of a batch
-- are about the same run or the same idempotency key. The head of each tenant's log is locked until the commit, so
-- numbers have no gaps and become visible in order. Of several events of one run each is judged by what the ones before
-- it make of the run.
CREATE FUNCTION toolcrib_append_events(batch json)
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
      owner_label text, parent_session uuid, id uuid, type text, tool text, run uuid, parent uuid, step text, source text, sub_source text,
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
    INSERT INTO sessions AS s (id, tenant_id, kind, title, owner_kind, owner_id, owner_label, parent_id, test, last_seq,
      head_hash, created_at, updated_at)
    SELECT b.session, b.tenant, coalesce(b.kind, ''), coalesce(b.title, ''), b.owner_kind, b.owner_id, b.owner_label,
      b.parent_session, b.test, e.new_seq, e.new_hash, to_timestamp(b.at / 1000.0), to_timestamp(e.at / 1000.0)
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
REVOKE EXECUTE ON FUNCTION toolcrib_append_events(json) FROM PUBLIC;

-- The same from inside of a tenant's own transaction, and for that tenant alone.
CREATE FUNCTION toolcrib_append_own_events(batch json)
  RETURNS TABLE (call int, ord int, accepted boolean, seq int, pos bigint, state text, known_run uuid, same_digest boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
$$
BEGIN
  IF EXISTS (SELECT 1 FROM json_to_recordset(batch) AS g(tenant uuid)
             WHERE g.tenant IS DISTINCT FROM toolcrib_tenant()) THEN
    RAISE EXCEPTION 'An event belongs to another tenant.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY SELECT * FROM toolcrib_append_events(batch);
END
$$;
REVOKE EXECUTE ON FUNCTION toolcrib_append_own_events(json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION toolcrib_append_own_events(json) TO toolcrib_app;

-- A page of a log: at most `most` events, and no more of them than fit into `most_bytes`, but at least one. If the log
-- goes on behind it, one more row comes without its payload. Planned anew each time: a plan that was made while the
-- table was small would read it whole ever after. Whatever is not part of the page stays compressed and out of memory.
CREATE FUNCTION toolcrib_read_events(of_tenant uuid, of_session uuid, after bigint, most int, most_bytes int)
  RETURNS SETOF "session_events" LANGUAGE plpgsql STABLE AS
$$
DECLARE
  event session_events;
  events int := 0;
  bytes bigint := 0;
BEGIN
  FOR event IN EXECUTE CASE WHEN of_session IS NULL
    THEN 'SELECT * FROM session_events WHERE tenant_id = $1 AND pos > $3 ORDER BY pos LIMIT $4'
    ELSE 'SELECT * FROM session_events WHERE tenant_id = $1 AND session_id = $2 AND seq > $3 ORDER BY seq LIMIT $4' END
    USING of_tenant, of_session, after, most + 1
  LOOP
    events := events + 1;
    bytes := bytes + octet_length(event.payload::text);
    event.hash := NULL;
    IF events > most OR (events > 1 AND bytes > most_bytes) THEN
      event.payload := NULL;
      RETURN NEXT event;
      RETURN;
    END IF;
    RETURN NEXT event;
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION toolcrib_read_events(uuid, uuid, bigint, int, int) FROM PUBLIC;
