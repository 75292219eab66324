import { randomUUID } from 'node:crypto';
import { fromPrisma, type PgBoss } from 'pg-boss';
import type { Prisma } from '#generated/prisma/client.ts';
import type { Database } from './database.ts';
import { withDatabaseLock } from './database-lock.ts';
import type { Log } from './log.ts';
import { createQueues, DEAD_LETTER, grantEnqueue, startBoss } from './queue-boss.ts';
import type { FailedJob, JobDefinition, QueueStats } from './queue-job.ts';
import { readFailed, readStats } from './queue-report.ts';
import { startWorkers, type Workers } from './queue-worker.ts';

export type { FailedJob, JobDefinition, QueueStats } from './queue-job.ts';

export type EnqueueOptions = {
  /** While a job with this key is queued or runs, another one is not added. */
  key?: string;
  runAt?: Date;
  /** The job exists if and only if this transaction commits. */
  transaction?: Prisma.TransactionClient;
};

export type Queue = {
  enqueue(type: string, payload: object, options?: EnqueueOptions): Promise<void>;
  /** Begins to work. */
  start(): Promise<void>;
  stats(): Promise<QueueStats[]>;
  /** Jobs that were given up, newest first. */
  failed(type?: string): Promise<FailedJob[]>;
  /** Gives dead letters another life. Answers how many. */
  retryFailed(type: string): Promise<number>;
  /** Lets running jobs end within the time given, then hands the rest back. */
  close(timeoutMs?: number): Promise<void>;
};

export type QueueOptions = {
  database: Database;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  // biome-ignore lint/suspicious/noExplicitAny: each definition has a payload of its own
  jobs: readonly JobDefinition<any>[];
  /** For a process that leaves the work to others. */
  onlyEnqueue?: boolean;
  /** Keeps queues apart that share a database. */
  schema?: string;
};

const DEFAULT_SCHEMA = 'toolcrib_queue';
const STOP_MS = 10_000;
const SETUP_LOCK = 72707370;

/** On PostgreSQL after `migrate`, which makes the role that is allowed to enqueue. */
export async function openQueue(options: QueueOptions): Promise<Queue> {
  const { database, log, jobs, onlyEnqueue = false, schema = DEFAULT_SCHEMA } = options;
  const definitions = new Map(jobs.map((job) => [job.type, job]));
  checkDefinitions(jobs);
  const workers = new Map<string, Workers>();
  const onNews = (type?: string) => {
    for (const one of type === undefined ? workers.values() : [workers.get(type)]) one?.wakeOne();
  };
  // Two processes that make the same schema, or grant the same right, at the same moment get in each other's way.
  const boss = await withDatabaseLock(database, SETUP_LOCK, async () => {
    const starting = await startBoss({ database, log, schema, onlyEnqueue, onNews });
    try {
      await createQueues(starting, jobs);
      await grantEnqueue(database, schema);
      return starting;
    } catch (error) {
      await starting.stop({ graceful: false });
      throw error;
    }
  });
  const close = async (timeoutMs = STOP_MS) => {
    for (const one of workers.values()) one.stopLooking();
    await boss.stop({ graceful: true, timeout: timeoutMs });
  };
  try {
    // pg-boss remembers a queue after a first look, which from inside a transaction would, on the embedded database,
    // wait for that very transaction.
    for (const { type } of jobs) await boss.findJobs(type, { key: 'none' });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    async enqueue(type, payload, { key, runAt, transaction } = {}) {
      const definition = definitions.get(type);
      if (!definition) throw new Error(`No job is called "${type}". There are: ${[...definitions.keys()].join(', ')}.`);
      const stored = JSON.parse(JSON.stringify(payload));
      const { error } = definition.schema.safeParse(stored);
      if (error) throw new Error(`A job of type ${type} cannot take this payload: ${error.message}`, { cause: error });
      await boss.send(type, stored, {
        // All jobs of a type share one rule, "one per key"; a job without a key gets one of its own.
        singletonKey: key ?? randomUUID(),
        ...(runAt && { startAfter: runAt }),
        ...(transaction && { db: fromPrisma(transaction) }),
      });
    },
    async start() {
      if (onlyEnqueue) throw new Error('This process only enqueues; its jobs are done by a worker.');
      await setSchedules(boss, jobs);
      for (const job of jobs) workers.set(job.type, await startWorkers(boss, job, log));
    },
    stats: () => readStats(database.owner, schema, [...definitions.keys()]),
    failed: (type) => readFailed(database.owner, schema, type),
    retryFailed: (type) => boss.redrive(DEAD_LETTER, { sourceName: type }),
    close,
  };
}

function checkDefinitions(jobs: readonly JobDefinition[]): void {
  const seen = new Set<string>();
  for (const { type, cron, schema } of jobs) {
    if (seen.has(type) || type === DEAD_LETTER) throw new Error(`Two jobs are called "${type}".`);
    seen.add(type);
    if (cron && !schema.safeParse({}).success) {
      throw new Error(`Job "${type}" starts by itself, so its schema must accept an empty payload.`);
    }
  }
}

async function setSchedules(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  const scheduled = jobs.filter(({ cron }) => cron !== undefined);
  for (const { type, cron } of scheduled) await boss.schedule(type, cron!, {}, { tz: 'UTC' });
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.some(({ type }) => type === name)) await boss.unschedule(name);
  }
}
