import type { Context } from '#access/context.ts';

/** Somebody has had their say: it waits on the others only. */
export async function excludeFromTask(ctx: Context, id: string, principalId: string): Promise<void> {
  const { count } = await ctx.db.task.updateMany({
    where: { id, status: 'open', NOT: { excluded: { has: principalId } } },
    data: { excluded: { push: principalId } },
  });
  if (count > 0) ctx.ring('Task', id);
}

/** What somebody said counts no more: it waits on them again. */
export async function includeInTask(ctx: Context, id: string, principalId: string): Promise<void> {
  const task = await ctx.db.task.findFirst({ where: { id, status: 'open', excluded: { has: principalId } } });
  if (!task) return;
  const { count } = await ctx.db.task.updateMany({
    where: { id, status: 'open', excluded: { equals: task.excluded } },
    data: { excluded: task.excluded.filter((excluded) => excluded !== principalId) },
  });
  if (count > 0) ctx.ring('Task', id);
}
