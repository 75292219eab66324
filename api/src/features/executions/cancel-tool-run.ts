import { can, requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, principalOf } from '#access/viewer.ts';
import { Forbidden, NotFound } from '#platform/errors.ts';
import { findRun, readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { openJournal } from './run-journal.ts';
import { placeOfRun } from './take-run.ts';

export type Cancelled = { run: Run; outcome: 'CANCELLED' | 'ALREADY_ENDED' };

/** Ends a run unless it has ended. The answer tells which it was, and the log agrees. */
export async function cancelToolRun(ctx: Context, runId: string): Promise<Cancelled> {
  requireCan(ctx.viewer, 'tools.tenant.execute');
  const run = await findRun(ctx, runId);
  if (!run) throw new NotFound('This run');
  const isOwn = run.actorId !== null && run.actorId === principalOf(ctx.viewer);
  if (!isOwn && !can(ctx.viewer, 'tools.tenant.update'))
    throw new Forbidden('You can cancel your own runs; those of others take the permission tools.tenant.update.');
  const by = { kind: ctx.viewer.kind, id: principalOf(ctx.viewer), label: labelOf(ctx.viewer) };
  const { accepted } = await openJournal(ctx, { ...placeOfRun(run), actor: by }).append('tool.cancelled', {
    by: 'user',
    cancelledBy: by.label,
  });
  if (accepted) ctx.ring('RunCancelled', runId);
  return { run: (await readRun(ctx, runId))!, outcome: accepted ? 'CANCELLED' : 'ALREADY_ENDED' };
}
