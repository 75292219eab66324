import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import { Conflict, InvalidInput, NotFound } from '#platform/errors.ts';
import { parseNodeIdOf } from '#platform/ids.ts';
import { requireRole, withPermissions } from './find-role.ts';
import { requireGrantable } from './role-grants.ts';

export type UpdateMemberInput = {
  id: string | undefined;
  role?: string | null;
  /** `null` takes the manager away, `undefined` leaves them. */
  managerId?: string | null;
};

const OWNER = 'system_admin';

/** Called under the lock of the audit chain, so that only one such change of a tenant happens at a time. */
export async function requireAnotherOwner(ctx: Context, leavingId: string): Promise<void> {
  const others = await ctx.db.membership.count({
    where: { role: { slug: OWNER }, id: { not: leavingId } },
  });
  if (others === 0) throw new Conflict('This is the last owner. Make somebody else an owner first.');
}

const unknownManager = () => InvalidInput.of('managerId', 'This person is not a member of the tenant.');

/** What is no id of a membership sounds like one of another tenant. */
export function requireManagerId(nodeId: string): string {
  const id = parseNodeIdOf('Membership', nodeId);
  if (!id) throw unknownManager();
  return id;
}

async function requireNoCircle(ctx: Context, memberId: string, managerId: string): Promise<void> {
  const seen = new Set<string>();
  for (let next: string | null = managerId; next && !seen.has(next); ) {
    if (next === memberId)
      throw InvalidInput.of('managerId', 'Nobody can be their own manager, not even through others.');
    seen.add(next);
    const manager: { managerId: string | null } | null = await ctx.db.membership.findUnique({ where: { id: next } });
    if (!manager) throw unknownManager();
    next = manager.managerId;
  }
}

export async function updateMember(ctx: Context, input: UpdateMemberInput): Promise<string> {
  requireCan(ctx.viewer, 'members.tenant.update');
  const { id } = input;
  if (!id) throw new NotFound('This member');
  await ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const member = await inside.db.membership.findUnique({
      where: { id },
      include: { role: { include: withPermissions }, user: true },
    });
    if (!member) throw new NotFound('This member');
    const role = input.role ? await requireRole(inside, input.role) : member.role;
    if (role.id !== member.roleId) {
      requireGrantable(ctx.viewer, permissionsOfRole(member.role), `${member.user.name}'s role`);
      requireGrantable(ctx.viewer, permissionsOfRole(role), `The role ${role.name}`);
    }
    if (input.managerId) await requireNoCircle(inside, id, input.managerId);
    const managerId = input.managerId === undefined ? member.managerId : input.managerId;
    const data = { roleId: role.id, managerId };
    const before = { roleId: member.roleId, managerId: member.managerId };
    await appendAudit(inside, {
      action: 'member.updated',
      target: { type: 'Membership', id },
      permission: 'members.tenant.update',
      details: {
        email: member.user.email,
        from: member.role.slug,
        to: role.slug,
        managerChanged: managerId !== member.managerId,
      },
      before,
      after: data,
    });
    if (member.role.slug === OWNER && role.slug !== OWNER) await requireAnotherOwner(inside, id);
    await inside.db.membership.update({ where: { id }, data });
    inside.ring('Membership', id);
  });
  return id;
}
