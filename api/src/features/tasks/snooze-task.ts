import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import { findSelf } from './candidates.ts';

const LONGEST_MS = 30 * 86_400_000;

/** Puts something out of one's own sight until later. Others see it as before. */
export async function snoozeTask(ctx: Context, id: string, until: Date): Promise<void> {
  const now = ctx.clock.now();
  if (until <= now) throw InvalidInput.of('until', 'Choose a time to come.');
  if (until.getTime() - now.getTime() > LONGEST_MS) throw InvalidInput.of('until', 'At most 30 days from now.');
  const { id: personId } = await findSelf(ctx);
  if (!personId) throw new NotFound('This task');
  const tenantId = tenantIdOf(ctx.viewer);
  await ctx.db.taskSnooze.upsert({
    where: { tenantId_taskId_personId: { tenantId, taskId: id, personId } },
    create: { tenantId, taskId: id, personId, until },
    update: { until },
  });
  const key = `${id} ${personId} ${until.getTime()}`;
  await ctx.enqueue('task.wake', { tenantId, taskId: id }, { key, runAt: until });
  ctx.ring('Task', id);
}
