import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { newId } from '#platform/ids.ts';
import { candidate } from './candidates.ts';

export type NewTask = {
  slug: string;
  title: string;
  kind: string;
  assigneeId: string | null;
  /** On whom it waits; the assignee, if not said. */
  candidates?: string[];
  /** People and keys that it does not wait on, whatever the candidates are. */
  excluded?: string[];
  parentId?: string | null;
  sessionId?: string | null;
  dueAt?: Date | null;
  metadata?: object;
};

const NEVER = new Date('9999-01-01T00:00:00Z');

/** Something for a person to do, in the transaction that makes it necessary. */
export async function openTask(ctx: Context, task: NewTask): Promise<string> {
  const id = newId();
  const assignee = task.assigneeId ? [candidate.user(task.assigneeId)] : [];
  await ctx.db.task.create({
    data: {
      ...task,
      candidates: task.candidates ?? assignee,
      id,
      tenantId: tenantIdOf(ctx.viewer),
      metadata: (task.metadata ?? {}) as Prisma.InputJsonValue,
      rank: task.dueAt ?? NEVER,
      createdAt: ctx.clock.now(),
    },
  });
  ctx.ring('Task', id);
  return id;
}
