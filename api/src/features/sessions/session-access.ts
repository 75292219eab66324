import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { principalOf } from '#access/viewer.ts';
import type { Session } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { NO_ID } from '#platform/ids.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';

/** Everybody sees what they began; the rest takes a right. */
function maySee(ctx: Context, ownerId: string | null): boolean {
  return can(ctx.viewer, 'sessions.tenant.read') || (ownerId !== null && ownerId === principalOf(ctx.viewer));
}

/** A session that the caller may see; others are as if they were not there. */
export async function findSession(ctx: Context, sessionId: string): Promise<Session | null> {
  const session = await ctx.db.session.findFirst({ where: { id: sessionId } });
  return session && maySee(ctx, session.ownerId) ? session : null;
}

/** The same for many; a missing one is not for the caller, or not there. */
export const findSessions = batchBy<string, Session>(async (ctx, ids) => {
  const sessions = await ctx.db.session.findMany({ where: { id: { in: ids } } });
  return new Map(sessions.filter(({ ownerId }) => maySee(ctx, ownerId)).map((session) => [session.id, session]));
});

/** Whether an event is of this person's doing, or of a session they began: what others decide about it belongs to it. */
export const isEventOf = ({ actorId, ownerId }: StoredEvent, personId: string): boolean =>
  actorId === personId || ownerId === personId;

/** Whether an event of the tenant is for this caller: one of their own, or with the right to see all. */
export const maySeeEvent = (ctx: Context, event: StoredEvent): boolean =>
  can(ctx.viewer, 'sessions.tenant.read') || isEventOf(event, principalOf(ctx.viewer) ?? NO_ID);
