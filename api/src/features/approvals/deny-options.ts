import type { Context } from '#access/context.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { InvalidInput } from '#platform/errors.ts';
import type { DenyOption } from '#toolkit/tool-definition.ts';

const LONGEST_REASON = 2_000;

/** The refusals that the tool names, as it is now. */
export async function findDenyOptions(
  ctx: Context,
  { tenantId, toolSlug }: Pick<Approval, 'tenantId' | 'toolSlug'>,
): Promise<readonly DenyOption[]> {
  return (await ctx.tools.of(tenantId)).find(toolSlug)?.denyOptions ?? [];
}

type Given = { decision: 'APPROVE' | 'DENY'; reason?: string | null; denyOption?: string | null };

/** What is kept of the words of a decision, and told to the caller: a named refusal, what was written, or both. */
export async function readReason(
  ctx: Context,
  approval: Approval,
  given: Given,
): Promise<{ reason: string | null; denyOption: string | null }> {
  const written = given.reason?.trim() || null;
  if ((written?.length ?? 0) > LONGEST_REASON) throw InvalidInput.of('reason', `At most ${LONGEST_REASON} characters.`);
  if (!given.denyOption) return { reason: written, denyOption: null };
  if (given.decision === 'APPROVE') throw InvalidInput.of('denyOption', 'This goes with a denial only.');
  const options = await findDenyOptions(ctx, approval);
  const chosen = options.find(({ label }) => label === given.denyOption);
  if (!chosen) {
    const labels = options.map(({ label }) => `“${label}”`).join(', ');
    throw InvalidInput.of('denyOption', labels ? `Choose one of ${labels}.` : 'This tool names no refusals.');
  }
  const reason = [`${chosen.label}: ${chosen.reason}`, written].filter(Boolean).join(' ');
  return { reason, denyOption: chosen.label };
}
