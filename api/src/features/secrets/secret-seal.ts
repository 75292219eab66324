import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { SecretUnreadable } from '#platform/errors.ts';
import { seal, unseal } from '#platform/seal.ts';

type SecretRow = { id: string; key: string; version: number; sealed: Uint8Array };

/** Bound to tenant, row and version, so that a value copied elsewhere, or an older one put back, does not open. */
const boundTo = (tenantId: string, row: { id: string; version: number }) => `${tenantId}|${row.id}|${row.version}`;

/** Why it does not open stays in the log: the caller learns which secret, and never anything of its value. */
function refuse(ctx: Context, row: { id?: string; key: string; version?: number }): never {
  ctx.log.error(
    { alarm: 'SECRET_UNREADABLE', secretId: row.id, secretKey: row.key, version: row.version },
    'a secret does not open',
  );
  throw new SecretUnreadable(row.key);
}

async function findDataKey(ctx: Context): Promise<{ wrapped: Uint8Array; keyId: string } | null> {
  return ctx.db.tenantKey.findUnique({ where: { tenantId: tenantIdOf(ctx.viewer) } });
}

/** Whoever comes second at the same moment uses the first one's. */
async function makeDataKey(ctx: Context) {
  const tenantId = tenantIdOf(ctx.viewer);
  const { wrapped, keyId } = ctx.seal.newDataKey(tenantId);
  const data = [{ tenantId, wrapped: new Uint8Array(wrapped), keyId }];
  await ctx.db.tenantKey.createMany({ data, skipDuplicates: true });
  return findDataKey(ctx);
}

/** The key of the tenant, made when it is needed first. */
export async function requireDataKey(ctx: Context, secretKey: string): Promise<Buffer> {
  const tenantId = tenantIdOf(ctx.viewer);
  const stored = (await findDataKey(ctx)) ?? (await makeDataKey(ctx));
  try {
    return ctx.seal.openDataKey(tenantId, stored!.wrapped, stored!.keyId);
  } catch {
    return refuse(ctx, { key: secretKey });
  }
}

export async function sealSecret(
  ctx: Context,
  row: { id: string; key: string; version: number },
  value: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await requireDataKey(ctx, row.key);
  return new Uint8Array(seal(key, boundTo(tenantIdOf(ctx.viewer), row), Buffer.from(value)));
}

/** The values of these rows, in their order. One that does not open is an error, never an empty text. */
export async function openSecrets(ctx: Context, rows: readonly SecretRow[]): Promise<string[]> {
  const [first] = rows;
  if (!first) return [];
  const tenantId = tenantIdOf(ctx.viewer);
  const stored = await findDataKey(ctx);
  let key: Buffer;
  try {
    key = ctx.seal.openDataKey(tenantId, stored!.wrapped, stored!.keyId);
  } catch {
    return refuse(ctx, first);
  }
  return rows.map((row) => {
    try {
      return unseal(key, boundTo(tenantId, row), row.sealed).toString('utf8');
    } catch {
      return refuse(ctx, row);
    }
  });
}
