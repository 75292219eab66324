import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { NotFound } from '#platform/errors.ts';

/** Takes effect at once, open connections included. Revoking twice is no mistake. */
export async function revokeApiKey(ctx: Context, id: string | undefined): Promise<string> {
  requireCan(ctx.viewer, 'keys.tenant.delete');
  if (!id) throw new NotFound('This API key');
  await ctx.transaction(async (inside) => {
    const key = await inside.db.apiKey.findUnique({ where: { id } });
    if (!key) throw new NotFound('This API key');
    if (key.revokedAt) return;
    const revoked = await inside.db.apiKey.update({
      where: { id },
      data: { revokedAt: ctx.clock.now() },
    });
    await appendAudit(inside, {
      action: 'apiKey.revoked',
      target: { type: 'ApiKey', id },
      permission: 'keys.tenant.delete',
      details: { name: key.name },
      before: key,
      after: revoked,
    });
    inside.ring('ApiKey', id);
  });
  return id;
}
