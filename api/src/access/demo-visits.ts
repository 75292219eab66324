import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import { hashToken, newToken } from '#platform/ids.ts';
import { recallViewer } from './recall-viewer.ts';
import type { UserViewer } from './viewer.ts';

const LASTS_MS = 3_600_000;
const MOST = 1_000;

/** How tokens of visits begin, so that they are never looked for among keys. */
export const VISIT_PREFIX = 'dv_';

type Visit = { userId: string; tenantId: string; expiresAt: Date };

/** Acting as one of the made-up people of a demo. Kept in the memory of this process; in production there are none. */
export type DemoVisits = {
  open(userId: string, tenantId: string): { token: string; expiresAt: Date };
  /** The person, with the rights they hold now; nobody when the visit is over. */
  find(token: string): Promise<UserViewer | null>;
};

export function createDemoVisits(system: PrismaClient, clock: Clock): DemoVisits {
  const visits = new Map<string, Visit>();
  return {
    open(userId, tenantId) {
      const token = newToken(VISIT_PREFIX);
      const expiresAt = new Date(clock.now().getTime() + LASTS_MS);
      if (visits.size >= MOST) visits.delete(visits.keys().next().value!);
      visits.set(hashToken(token), { userId, tenantId, expiresAt });
      return { token, expiresAt };
    },
    async find(token) {
      const name = hashToken(token);
      const visit = visits.get(name);
      if (!visit || visit.expiresAt <= clock.now()) {
        visits.delete(name);
        return null;
      }
      const { tenantId, userId, expiresAt } = visit;
      const viewer = await recallViewer({ system, clock }, tenantId, { kind: 'user', id: userId });
      return viewer?.kind === 'user' ? { ...viewer, expiresAt } : null;
    },
  };
}
