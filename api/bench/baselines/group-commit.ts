import pg from 'pg';

/** The columns of our events, with one index. What makes a log of them (numbers, chain, states of runs) is left out. */
const COLUMNS = {
  id: 'uuid',
  tenant_id: 'uuid',
  session_id: 'uuid',
  seq: 'int',
  pos: 'bigint',
  type: 'text',
  tool_slug: 'text',
  run_id: 'uuid',
  parent_run_id: 'uuid',
  step_id: 'text',
  source: 'text',
  sub_source: 'text',
  actor_kind: 'text',
  actor_id: 'uuid',
  actor_label: 'text',
  worker_id: 'uuid',
  test: 'boolean',
  payload: 'json',
  created_at: 'timestamptz',
  hash: 'bytea',
} as const;
const LANES = 2;

export type PlainEvent = Record<keyof typeof COLUMNS, unknown>;
type Waiting = { event: PlainEvent; resolve(): void; reject(error: unknown): void };

const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const INSERT = {
  name: 'insert',
  text: `INSERT INTO plain_events SELECT * FROM unnest(${names.map((name, at) => `$${at + 1}::${COLUMNS[name]}[]`)})`,
};

/** Group commit with nothing but node-pg: whoever comes while batches are on their way travels with the next one. */
export async function openPlainGroupCommit(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: LANES });
  const columns = names.map((name) => `${name} ${COLUMNS[name]}`);
  await pool.query(`CREATE TABLE plain_events (${columns}, PRIMARY KEY (tenant_id, session_id, seq))`);
  let waiting: Waiting[] = [];
  let busy = 0;
  let isScheduled = false;

  function pump(): void {
    isScheduled = false;
    if (busy >= LANES || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    busy += 1;
    pool
      .query({ ...INSERT, values: names.map((name) => batch.map(({ event }) => event[name])) })
      .then(
        () => batch.forEach(({ resolve }) => void resolve()),
        (error) => batch.forEach(({ reject }) => void reject(error)),
      )
      .finally(() => {
        busy -= 1;
        pump();
      });
  }

  return {
    add: (event: PlainEvent) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ event, resolve, reject });
        if (isScheduled) return;
        isScheduled = true;
        setImmediate(pump);
      }),
    close: () => pool.end(),
  };
}
