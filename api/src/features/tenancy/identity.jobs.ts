import { z } from 'zod';
import type { People } from '#access/people.ts';
import type { JobDefinition } from '#platform/queue.ts';

/** Sessions and sign-in links that are over are swept away every hour. */
export function identityJobs({ people }: { people: People }): JobDefinition<Record<string, never>>[] {
  return [
    {
      type: 'identity.sweep',
      schema: z.object({}) as z.ZodType<Record<string, never>>,
      cron: '17 * * * *',
      retryLimit: 2,
      run: async () => void (await people.removeExpired()),
    },
  ];
}
