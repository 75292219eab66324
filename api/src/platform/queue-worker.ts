import type { PgBoss } from 'pg-boss';
import type { Log } from './log.ts';
import type { JobDefinition } from './queue-job.ts';

type WorkerLog = Pick<Log, 'warn' | 'error'>;
type Claimed = { id: string; data: unknown; signal: AbortSignal; retryCount: number };
type Outcome = { id: string; status: 'completed' | 'deadletter'; output?: object };

const CONCURRENCY = 2;
/** New jobs announce themselves; delayed ones and retries do not, so somebody has to look. */
const LOOK_SECONDS = 2;

export async function startWorkers(boss: PgBoss, definition: JobDefinition, log: WorkerLog): Promise<void> {
  for (let count = definition.concurrency ?? CONCURRENCY; count > 0; count--) await startWorker(boss, definition, log);
}

async function startWorker(boss: PgBoss, definition: JobDefinition, log: WorkerLog): Promise<void> {
  let workerId = '';
  const options = {
    perJobResults: true,
    pollingIntervalSeconds: LOOK_SECONDS,
    notifyPollingIntervalSeconds: LOOK_SECONDS,
  } as const;
  workerId = await boss.work(definition.type, options, async (claimed: Claimed[]) => {
    const outcomes: Outcome[] = [];
    try {
      for (const job of claimed) outcomes.push(await runJob(definition, job, log));
      return outcomes;
    } finally {
      // One announcement may stand for many jobs: look for the next one at once.
      boss.notifyWorker(workerId);
    }
  });
}

async function runJob(definition: JobDefinition, job: Claimed, log: WorkerLog): Promise<Outcome> {
  const { type } = definition;
  const attempt = job.retryCount + 1;
  const payload = definition.schema.safeParse(job.data ?? {});
  if (!payload.success) {
    log.error({ type, jobId: job.id, err: payload.error }, 'A job was given up: its payload does not fit its type.');
    return { id: job.id, status: 'deadletter', output: { message: `Wrong payload: ${payload.error.message}` } };
  }
  try {
    await definition.run(payload.data, { id: job.id, signal: job.signal, attempt });
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log.warn({ type, jobId: job.id, attempt, err: error }, 'A job failed.');
    throw error;
  }
}
