import { can, requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Conflict, LimitExceeded, NotFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { MOST_SECRETS } from './secret-rules.ts';
import { sealSecret } from './secret-seal.ts';

export type SetSecretInput = {
  key: string;
  value: string;
  label?: string | null;
  hosts: string[];
  agentSlug?: string | null;
};

/** Rows of agents come with agents; until then no agent is known. */
export function refuseAgent(agentSlug: string | null | undefined): void {
  if (agentSlug) throw new NotFound(`The agent ${agentSlug}`);
}

/** Sets a new value or replaces one. From here on the value exists sealed, and in the calls of tools that need it. */
export async function setSecret(ctx: Context, input: SetSecretInput): Promise<string> {
  if (!can(ctx.viewer, 'secrets.tenant.update')) requireCan(ctx.viewer, 'secrets.tenant.create');
  refuseAgent(input.agentSlug);
  const { key, value, hosts } = input;
  const existing = await ctx.db.secret.findFirst({ where: { key, agentSlug: '' }, omit: { sealed: true } });
  const permission = existing ? 'secrets.tenant.update' : 'secrets.tenant.create';
  requireCan(ctx.viewer, permission);
  const id = existing?.id ?? newId();
  const version = (existing?.version ?? 0) + 1;
  const label = input.label ?? existing?.label ?? '';
  const updatedBy = labelOf(ctx.viewer);

  // Ahead of the transaction: a decision makes the tenant's key behind the audit log, which this one takes last.
  const sealed = await sealSecret(ctx, { id, key, version }, value);
  await ctx.transaction(async (inside) => {
    const saved = { label, hosts, sealed, version, updatedBy };
    const { count } = existing
      ? await inside.db.secret.updateMany({ where: { id, version: existing.version }, data: saved })
      : await createIfAbsent(inside, { id, key, ...saved });
    if (count === 0)
      throw new Conflict('Somebody else changed this secret at the same moment. Look at it and try again.');
    await appendAudit(inside, {
      action: existing ? 'secret.updated' : 'secret.created',
      target: { type: 'Secret', id },
      permission,
      // Under "key" the log would hide it: what is named like a secret is masked there.
      details: { name: key, label, hosts, version },
      before: existing && { hosts: existing.hosts, label: existing.label, version: existing.version },
      after: { hosts, label, version },
    });
    inside.ring('Secret', id);
  });
  return id;
}

type NewSecret = {
  id: string;
  key: string;
  label: string;
  hosts: string[];
  sealed: Uint8Array<ArrayBuffer>;
  version: number;
  updatedBy: string;
};

async function createIfAbsent(ctx: Context, secret: NewSecret): Promise<{ count: number }> {
  if ((await ctx.db.secret.count()) >= MOST_SECRETS) {
    throw new LimitExceeded(
      'TOO_MANY_SECRETS',
      `A tenant can have ${MOST_SECRETS} secrets. Delete one that is not used.`,
    );
  }
  return ctx.db.secret.createMany({ data: [{ ...secret, tenantId: tenantIdOf(ctx.viewer) }], skipDuplicates: true });
}
