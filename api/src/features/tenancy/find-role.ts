import type { Context } from '#access/context.ts';
import { InvalidInput } from '#platform/errors.ts';

export const withPermissions = {
  permissions: { select: { permission: true } },
} as const;

/** The role a caller names by slug in the field `role`. */
export async function requireRole(ctx: Context, slug: string) {
  const role = await ctx.db.role.findFirst({
    where: { slug },
    include: withPermissions,
  });
  if (!role) throw InvalidInput.of('role', `There is no role ${slug} in this tenant.`);
  return role;
}
