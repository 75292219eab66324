import type { Context } from '#access/context.ts';
import { SessionEventType } from '#features/sessions/session.graphql.ts';
import { batchBy } from '#graphql/batch.ts';
import { builder } from '#graphql/builder.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { ToolRunType } from './tool-run.graphql.ts';

const MOST = 500;

async function readLast(ctx: Context, runIds: string[], take?: number): Promise<StoredEvent[]> {
  const where = { runId: { in: runIds } };
  const rows = await ctx.db.sessionEvent.findMany({ where, orderBy: { seq: 'desc' }, take, omit: { hash: true } });
  return rows.toReversed() as StoredEvent[];
}

/** Runs of usual length are read together; of each very long one its end. */
const findEvents = batchBy<string, StoredEvent[]>(async (ctx, ids) => {
  const counts = await ctx.db.sessionEvent.groupBy({ by: ['runId'], where: { runId: { in: ids } }, _count: true });
  const long = counts.filter(({ _count }) => _count > MOST).map(({ runId }) => runId!);
  const usual = ids.filter((id) => !long.includes(id));
  const [together, ...each] = await Promise.all([readLast(ctx, usual), ...long.map((id) => readLast(ctx, [id], MOST))]);
  return new Map([
    ...Map.groupBy(together!, ({ runId }) => runId!),
    ...each.map((events, at) => [long[at]!, events] as const),
  ]);
});

builder.objectField(ToolRunType, 'events', (t) =>
  t.field({
    type: [SessionEventType],
    description:
      `What happened in this run, in its order; of a longer one, the last ${MOST} events. For all who see the run: ` +
      'the rest of its session need not be theirs to see.',
    complexity: { field: 10, multiplier: 20 },
    resolve: async ({ id }, _args, ctx) => (await findEvents(ctx, id)) ?? [],
  }),
);
