import { PgBoss, type Queue as QueueSettings } from 'pg-boss';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import { SERVING_ROLE } from './postgres-pools.ts';
import type { JobDefinition } from './queue-job.ts';

export type BossOptions = {
  database: Database;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  schema: string;
  onlyEnqueue: boolean;
  /** A job of this type was added; nothing is said of which after news may have been missed. */
  onNews(type?: string): void;
};

export const DEAD_LETTER = 'dead-letter';
const DAY_SECONDS = 86_400;
/** A worker that was killed is noticed after a heartbeat (ten seconds is the least) and one round of supervision. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 3;

/** pg-boss on our own pool and our own line, so that the same code runs on both databases. */
export async function startBoss({ database, log, schema, onlyEnqueue, onNews }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    schema,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    db: {
      executeSql: (text, values) => database.owner.query(text, values),
      // Its own way to hear would wake every worker of a type for a single job.
      async listen(channel) {
        const stop = await database.listen(channel, { hear: onNews, again: onNews });
        onNews();
        return { close: stop };
      },
    },
    useListenNotify: !onlyEnqueue,
    supervise: !onlyEnqueue,
    schedule: !onlyEnqueue,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 300,
    cronMonitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 2,
  });
  boss.on('error', (error) => log.error({ err: error }, 'The queue failed to do something; it goes on.'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, `Queue: ${message}`));
  await boss.start();
  return boss;
}

export async function createQueues(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  await ensureQueue(boss, DEAD_LETTER, { retryLimit: 0, retentionSeconds: 30 * DAY_SECONDS });
  for (const job of jobs) await ensureQueue(boss, job.type, settingsOf(job));
}

function settingsOf(job: JobDefinition): Omit<QueueSettings, 'name'> {
  return {
    notify: true,
    retryLimit: job.retryLimit ?? 5,
    retryDelay: job.retryDelay ?? 1,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: job.expireInSeconds ?? 300,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: 30 * DAY_SECONDS,
    // Done jobs are of no use; what failed is kept among the dead letters.
    deleteAfterSeconds: 600,
    deadLetter: DEAD_LETTER,
  };
}

async function ensureQueue(boss: PgBoss, name: string, settings: Omit<QueueSettings, 'name'>): Promise<void> {
  await boss.createQueue(name, { ...settings, policy: name === DEAD_LETTER ? 'standard' : 'exclusive' });
  await boss.updateQueue(name, settings);
}

/** What a serving transaction needs to leave a job: it may add jobs and learn their ids, but not read any. */
export async function grantEnqueue(database: Database, schema: string): Promise<void> {
  if (database.kind === 'embedded') return;
  await database.owner.query(`
    GRANT USAGE ON SCHEMA ${schema} TO ${SERVING_ROLE};
    GRANT SELECT ON ${schema}.queue TO ${SERVING_ROLE};
    GRANT INSERT, SELECT (id, start_after) ON ${schema}.job_common TO ${SERVING_ROLE};
  `);
}
