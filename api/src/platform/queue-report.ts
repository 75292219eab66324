import type pg from 'pg';
import { DEAD_LETTER } from './queue-boss.ts';
import type { FailedJob, QueueStats } from './queue-job.ts';

const MAX_FAILED = 200;

type FailedRow = { id: string; type: string; payload: unknown; output: unknown; retries: number; failed_at: Date };

export async function readStats(pool: pg.Pool, schema: string, types: string[]): Promise<QueueStats[]> {
  const { rows } = await pool.query<QueueStats>(
    `SELECT types.type,
            count(job.id) FILTER (WHERE is_waiting AND start_after <= now())::int AS queued,
            count(job.id) FILTER (WHERE is_waiting AND start_after > now())::int AS delayed,
            count(job.id) FILTER (WHERE state = 'active')::int AS active,
            (SELECT count(*)::int FROM ${schema}.job dead
              WHERE dead.name = $2 AND dead.state < 'active' AND dead.source_name = types.type) AS failed,
            coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE is_waiting AND start_after <= now())), 0)::float
              AS "oldestQueuedSeconds"
       FROM unnest($1::text[]) AS types(type)
       LEFT JOIN LATERAL (
         SELECT id, state, start_after, state IN ('created', 'retry') AS is_waiting
           FROM ${schema}.job WHERE name = types.type AND state < 'completed'
       ) job ON true
      GROUP BY types.type
      ORDER BY types.type`,
    [types, DEAD_LETTER],
  );
  return rows;
}

export async function readFailed(pool: pg.Pool, schema: string, type: string | undefined): Promise<FailedJob[]> {
  const { rows } = await pool.query<FailedRow>(
    `SELECT id, source_name AS type, data AS payload, source_output AS output,
            coalesce(source_retry_count, 0) AS retries, created_on AS failed_at
       FROM ${schema}.job
      WHERE name = $1 AND state < 'active' AND ($2::text IS NULL OR source_name = $2)
      ORDER BY created_on DESC
      LIMIT ${MAX_FAILED}`,
    [DEAD_LETTER, type ?? null],
  );
  return rows.map(({ id, type, payload, output, retries, failed_at }) => ({
    id,
    type,
    payload,
    error: describe(output),
    attempts: retries + 1,
    failedAt: failed_at,
  }));
}

function describe(output: unknown): string {
  const message = (output as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : JSON.stringify(output);
}
