import type { PgBoss } from 'pg-boss';
import type { Log } from './log.ts';
import type { JobDefinition } from './queue-job.ts';

type WorkerLog = Pick<Log, 'warn' | 'error'>;
type Claimed = { id: string; data: unknown; signal: AbortSignal; retryCount: number };
type Outcome = { id: string; status: 'completed' | 'deadletter'; output?: object };

const CONCURRENCY = 2;
/** New jobs announce themselves; delayed ones and retries do not, so somebody has to look. */
const LOOK_MS = 2_000;
/** Looking costs as much as finding, so of those who are idle one looks, and wakes the next when there was something. */
const SELDOM_SECONDS = 60;
const OPTIONS = {
  perJobResults: true,
  pollingIntervalSeconds: SELDOM_SECONDS,
  notifyPollingIntervalSeconds: SELDOM_SECONDS,
} as const;

/** Those who do the jobs of one type. The boss stops them; looking for work is stopped here. */
export type Workers = { wakeOne(): void; stopLooking(): void };

export async function startWorkers(boss: PgBoss, definition: JobDefinition, log: WorkerLog): Promise<Workers> {
  const idle = new Set<string>();
  const wakeOne = () => {
    const [first] = idle;
    if (first) boss.notifyWorker(first);
  };
  for (let count = definition.concurrency ?? CONCURRENCY; count > 0; count--) {
    let workerId = '';
    workerId = await boss.work(definition.type, OPTIONS, async (claimed: Claimed[]) => {
      const outcomes: Outcome[] = [];
      idle.delete(workerId);
      // One announcement may stand for many jobs.
      wakeOne();
      try {
        for (const job of claimed) outcomes.push(await runJob(definition, job, log));
        return outcomes;
      } finally {
        idle.add(workerId);
        boss.notifyWorker(workerId);
      }
    });
    idle.add(workerId);
  }
  const looking = setInterval(wakeOne, LOOK_MS);
  looking.unref();
  return { wakeOne, stopLooking: () => clearInterval(looking) };
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
