import type { Context } from '#access/context.ts';

/** Gives a session to another person, who sees it from now on. What happened in it stays as it was told. */
export async function handSession(ctx: Context, id: string, ownerId: string): Promise<void> {
  await ctx.db.session.updateMany({ where: { id }, data: { ownerId } });
  ctx.ring('Session', id);
}
