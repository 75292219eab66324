import type { Database } from '#platform/database.ts';
import type { Usage, UsageQuestion, UsageRow } from '#toolkit/run-usage.ts';

type Row = Omit<UsageRow, 'key'> & { tool: string | null; source: string | null; day: string | null };

const COUNT = `
  SELECT tool, source, day, count(*)::int AS runs,
    count(*) FILTER (WHERE outcome = 'error' AND NOT declined)::int AS errors,
    count(*) FILTER (WHERE declined)::int AS declined,
    count(*) FILTER (WHERE outcome = 'cancelled')::int AS cancelled,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS "p50Ms",
    percentile_cont(0.95) WITHIN GROUP (ORDER BY ms) AS "p95Ms",
    percentile_cont(0.99) WITHIN GROUP (ORDER BY ms) AS "p99Ms"
  FROM (
    SELECT tool_slug AS tool, source, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, outcome,
      coalesce(error_code IN ('APPROVAL_DENIED', 'APPROVAL_EXPIRED'), false) AS declined,
      (extract(epoch FROM ended_at - started_at) * 1000)::float8 AS ms
    FROM run_heads
    WHERE tenant_id = $1 AND NOT test AND parent_run_id IS NULL AND created_at >= $2 AND created_at < $3
      AND ($4::text IS NULL OR tool_slug = $4) AND ($5::text IS NULL OR source = $5)
      AND ($6::uuid IS NULL OR actor_id = $6)
  ) r GROUP BY GROUPING SETS ((tool), (source), (day), ())`;

const NOTHING = { runs: 0, errors: 0, declined: 0, cancelled: 0, p50Ms: null, p95Ms: null, p99Ms: null };

/** How much was run, how much of it failed and how long it took: in all, and by tool, source and day (UTC). */
export async function readUsage({ owner }: Pick<Database, 'owner'>, question: UsageQuestion): Promise<Usage> {
  const { tenantId, since, until, toolSlug, source, actorId } = question;
  const { rows } = await owner.query<Row>(COUNT, [tenantId, since, until, toolSlug, source, actorId]);
  const by = (word: 'tool' | 'source' | 'day') =>
    rows.flatMap(({ tool, source: from, day, ...counts }) => {
      const key = { tool, source: from, day }[word];
      return key === null ? [] : [{ key, ...counts }];
    });
  const whole = rows.find((row) => row.tool === null && row.source === null && row.day === null);
  const {
    tool: _tool,
    source: _source,
    day: _day,
    ...total
  } = whole ?? { tool: null, source: null, day: null, ...NOTHING };
  return {
    total: { key: 'total', ...total },
    byTool: by('tool').sort((a, b) => b.runs - a.runs || (a.key < b.key ? -1 : 1)),
    bySource: by('source').sort((a, b) => b.runs - a.runs),
    byDay: by('day').sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}
