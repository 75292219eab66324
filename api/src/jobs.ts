import type { People } from '#access/people.ts';
import { approvalJobs } from '#features/approvals/approval.jobs.ts';
import { executionJobs } from '#features/executions/execution.jobs.ts';
import { taskJobs } from '#features/tasks/task.jobs.ts';
import type { House } from '#features/tenancy/house-context.ts';
import { identityJobs } from '#features/tenancy/identity.jobs.ts';
import type { Database } from '#platform/database.ts';
import type { JobDefinition } from '#platform/queue.ts';

export type JobResources = { people: People; database: Database; runHost: () => House };

/** Everything that runs by itself. */
// biome-ignore lint/suspicious/noExplicitAny: each definition has a payload of its own
export function gatherJobs(resources: JobResources): JobDefinition<any>[] {
  const { runHost } = resources;
  return [...identityJobs(resources), ...executionJobs(runHost), ...approvalJobs(runHost), ...taskJobs(runHost)];
}
