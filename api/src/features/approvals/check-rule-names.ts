import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { tenantIdOf } from '#access/viewer.ts';
import type { FieldError } from '#platform/errors.ts';
import type { Deciders } from '#toolkit/run-engine.ts';
import type { RuleMatch } from './approval-rule-shape.ts';

/** The parts of a rule that are being written; what stays as it was is not looked at again. */
type Written = { match?: RuleMatch | undefined; deciders?: Deciders | undefined };

/** Tools, roles and people that a rule names and that are not there: it would wait for nobody, or never match. */
export async function checkRuleNames(ctx: Context, { match, deciders }: Written): Promise<FieldError[]> {
  const [shelf, roles, members] = await Promise.all([
    ctx.tools.of(tenantIdOf(ctx.viewer)),
    ctx.db.role.findMany({ select: { slug: true } }),
    ctx.db.membership.findMany({ where: { userId: { in: [...(deciders?.users ?? [])] } }, select: { userId: true } }),
  ]);
  const isRole = (slug: string) => roles.some((role) => role.slug === slug);
  const isMember = (id: string) => members.some(({ userId }) => userId === id);
  const noRole = (slug: string) => `There is no role ${slug}. Choose one of the roles of the tenant.`;
  const missing = (path: string[], words: readonly string[], isThere: (word: string) => boolean, say: typeof noRole) =>
    words.flatMap((word, at) => (isThere(word) ? [] : [{ path: [...path, String(at)], message: say(word) }]));
  return [
    ...missing(
      ['match', 'tools'],
      match?.tools ?? [],
      (slug) => shelf.find(slug) !== undefined,
      (slug) => `There is no tool ${slug}. Choose one of the library.`,
    ),
    ...missing(['match', 'roles'], match?.roles ?? [], isRole, noRole),
    ...missing(['deciders', 'roles'], deciders?.roles ?? [], isRole, noRole),
    ...missing(
      ['deciders', 'users'],
      deciders?.users ?? [],
      isMember,
      () => 'This person is not a member. Take them out.',
    ),
  ];
}

/** How many people can agree at most: those who are named, else those who hold the right. */
export async function countDeciders(ctx: Context, { users, roles, manager }: Deciders): Promise<number> {
  if (users.length + roles.length === 0 && !manager) {
    const members = await ctx.db.membership.findMany({ include: { role: { include: { permissions: true } } } });
    return members.filter(({ role }) => permissionsOfRole(role).has('approvals.team.decide')).length;
  }
  const named = await ctx.db.membership.count({
    where: { OR: [{ userId: { in: [...users] } }, { role: { slug: { in: [...roles] } } }] },
  });
  return named + (manager ? 1 : 0);
}
