import { z } from 'zod';
import { type House, houseContext } from '#features/tenancy/house-context.ts';
import type { JobDefinition } from '#platform/queue.ts';

const one = z.object({ tenantId: z.uuid(), taskId: z.uuid() });
type One = z.infer<typeof one>;

/** What somebody put off is back at its time: whoever follows an inbox hears of it. */
export function taskJobs(host: () => House): JobDefinition<One>[] {
  return [
    {
      type: 'task.wake',
      schema: one,
      async run({ tenantId, taskId }: One) {
        (await houseContext(host(), tenantId))?.ring('Task', taskId);
      },
    },
  ];
}
