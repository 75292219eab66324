import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';

export async function updateTenant(ctx: Context, input: { name: string }): Promise<void> {
  requireCan(ctx.viewer, 'settings.tenant.update');
  const id = tenantIdOf(ctx.viewer);
  await ctx.transaction(async (inside) => {
    const tenant = await inside.db.tenant.update({
      where: { id },
      data: { name: input.name },
    });
    await appendAudit(inside, {
      action: 'tenant.updated',
      target: { type: 'Tenant', id },
      permission: 'settings.tenant.update',
      details: { name: tenant.name },
    });
    inside.ring('Tenant', id);
  });
}
