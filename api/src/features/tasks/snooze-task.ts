import type { Context } from '#access/context.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';

const LONGEST_MS = 30 * 86_400_000;

/** Puts something out of one's sight until later. It can still be decided by others. */
export async function snoozeTask(ctx: Context, id: string, until: Date): Promise<void> {
  const now = ctx.clock.now();
  if (until <= now) throw InvalidInput.of('until', 'Choose a time to come.');
  if (until.getTime() - now.getTime() > LONGEST_MS) throw InvalidInput.of('until', 'At most 30 days from now.');
  const { count } = await ctx.db.task.updateMany({ where: { id, status: 'open' }, data: { snoozedUntil: until } });
  if (count === 0) throw new NotFound('This task');
  ctx.ring('Task', id);
}
