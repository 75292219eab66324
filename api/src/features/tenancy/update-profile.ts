import type { Context } from '#access/context.ts';
import { findScope } from '#access/viewer.ts';
import type { User } from '#generated/prisma/client.ts';
import { Forbidden, Unauthenticated } from '#platform/errors.ts';

/** People change their own name; it is the same in all their tenants. */
export async function updateProfile(ctx: Context, input: { name: string }): Promise<User> {
  const { viewer } = ctx;
  if (viewer.kind === 'anonymous') throw new Unauthenticated();
  if (viewer.kind !== 'user') throw new Forbidden('Only people have a profile. Sign in as one.');
  const user = await ctx.elevate('people change their own profile').user.update({
    where: { id: viewer.userId },
    data: { name: input.name },
  });
  if (findScope(viewer)) ctx.ring('Membership', viewer.membershipId ?? viewer.userId);
  return user;
}
