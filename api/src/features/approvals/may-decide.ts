import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { findScope, isMachine, principalOf } from '#access/viewer.ts';
import type { Approval } from '#generated/prisma/client.ts';
import type { Deciders } from '#toolkit/run-engine.ts';
import { findManagerOf } from './find-approver.ts';

export type StoredDeciders = Deciders & { selfApproval: boolean };

const NOT_YOURS = 'You asked for this call yourself. Somebody else has to decide.';
const NO_MACHINE = 'A key that acts for an agent cannot decide. A person has to.';
const NOT_NAMED = 'The rule names others who decide about this call.';
const NO_RIGHT = 'You need the permission approvals.team.decide to decide about this call.';

/** Whether the caller is whoever asked for the call. */
export function mayAnswer({ viewer }: Context, { requesterId }: Approval): boolean {
  return requesterId !== null && requesterId === principalOf(viewer);
}

/** Why the caller may not decide; null when they may. Guards fail closed: whoever is not known to be allowed is not. */
export async function whyNotDecide(ctx: Context, approval: Approval): Promise<string | null> {
  const { viewer } = ctx;
  const principal = principalOf(viewer);
  if (isMachine(viewer) || (viewer.kind !== 'user' && viewer.kind !== 'apiKey')) return NO_MACHINE;
  if (principal === null || principal === approval.requesterId) return NOT_YOURS;
  const deciders = approval.deciders as unknown as StoredDeciders;
  if (!deciders.selfApproval && principal === approval.onBehalfOfId) return NOT_YOURS;
  const isNamed = deciders.users.length > 0 || deciders.roles.length > 0 || deciders.manager;
  if (!isNamed) return principal === approval.assigneeId || can(viewer, 'approvals.team.decide') ? null : NO_RIGHT;
  if (deciders.users.includes(principal)) return null;
  const role = findScope(viewer)?.roleSlug;
  if (role && deciders.roles.includes(role)) return null;
  const requester = approval.requesterKind === 'user' ? approval.requesterId : null;
  if (deciders.manager && (await findManagerOf(ctx, requester)) === principal) return null;
  // Whom it was handed to may decide, also when the rule meant another one.
  return principal === approval.assigneeId ? null : NOT_NAMED;
}
