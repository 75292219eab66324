import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { findUrlProblem } from '#features/tools/execution-spec-request.ts';
import { InvalidInput } from '#platform/errors.ts';
import { isPrivateLiteral } from '#platform/public-address.ts';

const LONGEST_URL = 2_000;
const INSIDE = 'This address is not on the open internet. News goes to such places only if the operator allows it.';

/** The address as it is stored. What leads inside is refused here by its letters, and when it is used by where it leads. */
export function readWebhookUrl(ctx: Context, given: string): string {
  const url = given.trim();
  if (url.length > LONGEST_URL) throw InvalidInput.of('url', `At most ${LONGEST_URL} characters.`);
  const isTemplate = /\{\{|\$\{/.test(url);
  const problem = isTemplate ? 'Nothing is filled in here.' : findUrlProblem(url);
  if (problem) throw InvalidInput.of('url', problem);
  if (isPrivateLiteral(new URL(url), ctx.egressAllow)) throw InvalidInput.of('url', INSIDE);
  return url;
}

/** Says where the tenant wants to hear of calls that wait; nowhere, without an address. */
export async function setApprovalWebhook(ctx: Context, given: string | null | undefined): Promise<void> {
  requireCan(ctx.viewer, 'settings.tenant.update');
  const tenantId = tenantIdOf(ctx.viewer);
  const url = given?.trim() ? readWebhookUrl(ctx, given) : null;
  await ctx.transaction(async (inside) => {
    const before = await inside.db.approvalWebhook.findFirst();
    const saved = { updatedBy: labelOf(ctx.viewer), updatedAt: inside.clock.now() };
    if (!url) await inside.db.approvalWebhook.deleteMany({});
    else if (before) await inside.db.approvalWebhook.updateMany({ data: { url, ...saved } });
    else await inside.db.approvalWebhook.create({ data: { tenantId, url, ...saved } });
    // Paths of such addresses often are secrets, so the log names hosts.
    await appendAudit(inside, {
      action: url ? 'approvalWebhook.set' : 'approvalWebhook.removed',
      target: { type: 'Tenant', id: tenantId },
      permission: 'settings.tenant.update',
      before: { host: before && new URL(before.url).host },
      after: { host: url && new URL(url).host },
    });
    inside.ring('ApprovalWebhook', tenantId);
  });
}
