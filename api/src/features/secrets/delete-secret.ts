import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { NotFound } from '#platform/errors.ts';
import { refuseAgent } from './set-secret.ts';

/** Tools that need it are withheld from then on, and say which key they miss. */
export async function deleteSecret(
  ctx: Context,
  input: { key: string; agentSlug?: string | null },
): Promise<{ id: string; key: string }> {
  requireCan(ctx.viewer, 'secrets.tenant.delete');
  refuseAgent(input.agentSlug);
  return ctx.transaction(async (inside) => {
    const secret = await inside.db.secret.findFirst({
      where: { key: input.key, agentSlug: '' },
      omit: { sealed: true },
    });
    const { count } = await inside.db.secret.deleteMany({ where: { key: input.key, agentSlug: '' } });
    if (!secret || count === 0) throw new NotFound('This secret');
    const { id, key, hosts, label, version } = secret;
    await appendAudit(inside, {
      action: 'secret.deleted',
      target: { type: 'Secret', id },
      permission: 'secrets.tenant.delete',
      details: { name: key, hosts, version },
      before: { hosts, label, version },
    });
    inside.ring('Secret', id);
    return { id, key };
  });
}
