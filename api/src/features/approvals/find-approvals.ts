import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { principalOf } from '#access/viewer.ts';
import { candidate, findSelf } from '#features/tasks/candidates.ts';
import type { Approval, Prisma } from '#generated/prisma/client.ts';
import { NO_ID } from '#platform/ids.ts';

const wordsAfter = (words: readonly string[], prefix: string) =>
  words.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length));

/** Calls whose rule names the caller: in person, by their role, or as the manager of whoever asks. */
async function naming(ctx: Context): Promise<Prisma.ApprovalWhereInput[]> {
  const { words } = await findSelf(ctx);
  const among = (path: string, word: string) => ({ deciders: { path: [path], array_contains: [word] } });
  return [
    ...wordsAfter(words, candidate.user('')).map((id) => among('users', id)),
    ...wordsAfter(words, candidate.role('')).map((slug) => among('roles', slug)),
    {
      deciders: { path: ['manager'], equals: true },
      requesterId: { in: wordsAfter(words, candidate.managerOf('')) },
    },
  ];
}

/** What waits on somebody, or was asked for by them or for them; all of it for those who may read or decide all. */
export async function visibleApprovals(ctx: Context): Promise<Prisma.ApprovalWhereInput> {
  if (can(ctx.viewer, 'approvals.team.read') || can(ctx.viewer, 'approvals.team.decide')) return {};
  const principal = principalOf(ctx.viewer) ?? NO_ID;
  const own = [{ assigneeId: principal }, { requesterId: principal }, { onBehalfOfId: principal }];
  return { OR: [...own, ...(await naming(ctx))] };
}

export async function findApproval(ctx: Context, id: string): Promise<Approval | null> {
  return ctx.db.approval.findFirst({ where: { id, AND: [await visibleApprovals(ctx)] } });
}
