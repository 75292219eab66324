import { z } from 'zod';
import type { JobDefinition } from '#platform/queue.ts';
import { type RunHost, takeRun } from './take-run.ts';

const start = z.object({ tenantId: z.uuid(), runId: z.uuid() });
const resume = start.extend({ from: z.uuid() });

/** Calls that nobody waits for, and calls that a dead process left behind. The log decides who may start a run, so a job that comes twice does nothing. */
export function executionJobs(
  host: () => RunHost,
): [JobDefinition<z.infer<typeof start>>, JobDefinition<z.infer<typeof resume>>] {
  const rules = { retryLimit: 2, retryDelay: 1, expireInSeconds: 3_600, concurrency: 20 };
  return [
    { type: 'run.start', schema: start, ...rules, run: (payload, job) => takeRun(host(), payload, job.signal) },
    { type: 'run.resume', schema: resume, ...rules, run: (payload, job) => takeRun(host(), payload, job.signal) },
  ];
}
