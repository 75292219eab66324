import { operatorIn } from '#access/authenticate.ts';
import { requireOperator } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';

const BATCH = 100;

/** `waiting` keys are not under the current master key yet; `unreadable` ones open under none that is known here. */
export type Rewrapping = { rewrapped: number; waiting: number; unreadable: number };

/**
 * Wraps the data key of every tenant under the current master key. Secrets are not touched, and whoever reads one
 * meanwhile finds its data key wrapped in either way, never in none. Can be stopped and run again at any time.
 */
export async function rewrapDataKeys(ctx: Context, { dryRun }: { dryRun?: boolean | null }): Promise<Rewrapping> {
  requireOperator(ctx.viewer);
  const { tenantKey } = ctx.elevate('a new master key concerns every tenant');
  const { currentKeyId } = ctx.seal;
  const isWaiting = { keyId: { not: currentKeyId } };
  let rewrapped = 0;
  let unreadable = 0;
  let last: string | undefined;
  for (;;) {
    const rows = await tenantKey.findMany({
      where: { ...isWaiting, ...(last && { tenantId: { gt: last } }) },
      orderBy: { tenantId: 'asc' },
      take: BATCH,
    });
    for (const { tenantId, wrapped, keyId } of rows) {
      const next = rewrap(ctx, tenantId, wrapped, keyId);
      if (!next) unreadable += 1;
      else if (!dryRun) {
        const data = { wrapped: new Uint8Array(next.wrapped), keyId: next.keyId };
        rewrapped += (await tenantKey.updateMany({ where: { tenantId, keyId }, data })).count;
      }
    }
    last = rows.at(-1)?.tenantId;
    if (rows.length < BATCH) break;
  }
  const waiting = (await tenantKey.count({ where: isWaiting })) - unreadable;
  if (!dryRun) await noteRotation(ctx, { rewrapped, waiting, unreadable });
  return { rewrapped, waiting, unreadable };
}

function rewrap(ctx: Context, tenantId: string, wrapped: Uint8Array, keyId: string) {
  try {
    return ctx.seal.rewrap(tenantId, wrapped, keyId);
  } catch {
    ctx.log.error({ alarm: 'DATA_KEY_UNREADABLE', tenantId, keyId }, 'a data key does not open');
    return null;
  }
}

const noteRotation = (ctx: Context, found: Rewrapping) =>
  ctx.as(operatorIn(DEFAULT_TENANT)).transaction((inside) =>
    appendAudit(inside, {
      action: 'dataKeys.rewrapped',
      target: { type: 'TenantKey' },
      details: { ...found, under: ctx.seal.currentKeyId },
    }),
  );
