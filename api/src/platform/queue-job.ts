import type { ZodType } from 'zod';

export type JobRun = {
  id: string;
  /** Aborted when the job has taken too long, was claimed by another worker, or this process must stop. */
  signal: AbortSignal;
  /** 1 the first time. */
  attempt: number;
};

export type JobDefinition<Payload = unknown> = {
  type: string;
  schema: ZodType<Payload>;
  /** Attempts after the first; then the job goes to the dead letters. */
  retryLimit?: number;
  /** Seconds before the first retry, doubled for each further one. */
  retryDelay?: number;
  expireInSeconds?: number;
  /** When it starts by itself, once for all processes. The payload is `{}`. Times are UTC. */
  cron?: string;
  /** How many run at a time in this process. */
  concurrency?: number;
  run(payload: Payload, job: JobRun): Promise<void>;
};

export type QueueStats = {
  type: string;
  queued: number;
  delayed: number;
  active: number;
  /** Given up and kept among the dead letters. */
  failed: number;
  oldestQueuedSeconds: number;
};

export type FailedJob = { id: string; type: string; payload: unknown; error: string; attempts: number; failedAt: Date };
