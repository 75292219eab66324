import { z } from 'zod';
import type { House } from '#features/tenancy/house-context.ts';
import type { JobDefinition } from '#platform/queue.ts';
import type { JobRun } from '#platform/queue-job.ts';
import { noteEnded, takeRun } from './take-run.ts';

const start = z.object({ tenantId: z.uuid(), runId: z.uuid() });
const resume = start.extend({ from: z.uuid().optional() });

/** Calls that nobody waits for, and calls that a dead process left behind. The log decides who may start a run, so a job that comes twice does nothing. */
// biome-ignore lint/suspicious/noExplicitAny: each definition has a payload of its own
export function executionJobs(host: () => House): JobDefinition<any>[] {
  const rules = { retryLimit: 2, retryDelay: 1, expireInSeconds: 3_600, concurrency: 20 };
  const take = (payload: z.infer<typeof resume>, job: JobRun) => takeRun(host(), payload, job.signal);
  return [
    { type: 'run.start', schema: start, ...rules, run: take },
    { type: 'run.resume', schema: resume, ...rules, run: take },
    {
      type: 'run.ended',
      schema: start,
      ...rules,
      run: (payload: z.infer<typeof start>) => noteEnded(host(), payload),
    },
  ];
}
