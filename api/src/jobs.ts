import type { People } from '#access/people.ts';
import { identityJobs } from '#features/tenancy/identity.jobs.ts';
import type { Database } from '#platform/database.ts';
import type { JobDefinition } from '#platform/queue.ts';

export type JobResources = { people: People; database: Database };

/** Everything that runs by itself. */
// biome-ignore lint/suspicious/noExplicitAny: each definition has a payload of its own
export function gatherJobs(resources: JobResources): JobDefinition<any>[] {
  return [...identityJobs(resources)];
}
