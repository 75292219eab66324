import type { Context } from '#access/context.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { findSelf } from './candidates.ts';
import { findOrphans } from './find-orphans.ts';

/** What waits on the caller: where they are meant, have not asked for it themselves, and have not had their say yet. */
export async function waitingOn(ctx: Context): Promise<Prisma.TaskWhereInput> {
  const [self, orphans] = await Promise.all([findSelf(ctx), findOrphans(ctx)]);
  const until = { gt: ctx.clock.now() };
  return {
    status: 'open',
    OR: [{ candidates: { hasSome: self.words } }, ...orphans],
    NOT: { excluded: { hasSome: self.ids } },
    ...(self.id && { snoozes: { none: { personId: self.id, until } } }),
  };
}

/** Behind which place to go on, in the order of the inbox. */
export function behind(place: string | undefined): Prisma.TaskWhereInput {
  const [rank, id] = place?.split('|') ?? [];
  if (!rank || !id) return {};
  const at = new Date(rank);
  return { OR: [{ rank: { gt: at } }, { rank: at, id: { gt: id } }] };
}
