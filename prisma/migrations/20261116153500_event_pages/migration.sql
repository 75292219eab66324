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
