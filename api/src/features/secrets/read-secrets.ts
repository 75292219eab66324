import type { Context } from '#access/context.ts';
import { openSecrets } from './secret-seal.ts';

export type SecretValue = { value: string; hosts: readonly string[]; version: number };

/**
 * Values for a tool that is about to run in this process; no face may pass them on. Whoever may run a tool may let it
 * use its secrets, so there is no right to ask for here. A row of the agent wins over the tenant's.
 */
export async function readSecrets(
  ctx: Context,
  keys: readonly string[],
  agentSlug?: string,
): Promise<ReadonlyMap<string, SecretValue>> {
  if (keys.length === 0) return new Map();
  const rows = await ctx.db.secret.findMany({
    where: { key: { in: [...keys] }, agentSlug: { in: agentSlug ? ['', agentSlug] : [''] } },
    orderBy: { agentSlug: 'asc' },
  });
  const chosen = [...new Map(rows.map((row) => [row.key, row])).values()];
  const values = await openSecrets(ctx, chosen);
  return new Map(chosen.map(({ key, hosts, version }, at) => [key, { value: values[at]!, hosts, version }]));
}

/** Which keys have a value, without opening any. */
export async function secretKeysSet(ctx: Context, agentSlug?: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.secret.findMany({
    where: { agentSlug: { in: agentSlug ? ['', agentSlug] : [''] } },
    select: { key: true },
  });
  return new Set(rows.map((row) => row.key));
}
