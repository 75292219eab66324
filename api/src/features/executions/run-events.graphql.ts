import { SessionEventType } from '#features/sessions/session.graphql.ts';
import { builder } from '#graphql/builder.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { ToolRunType } from './tool-run.graphql.ts';

const MOST = 500;

builder.objectField(ToolRunType, 'events', (t) =>
  t.field({
    type: [SessionEventType],
    description:
      `What happened in this run, in its order; of a longer one, the last ${MOST} events. For all who see the run: ` +
      'the rest of its session need not be theirs to see.',
    complexity: { field: 10, multiplier: 20 },
    resolve: async ({ id: runId, sessionId }, _args, ctx) => {
      const latest = await ctx.db.sessionEvent.findMany({
        where: { runId, sessionId },
        orderBy: { seq: 'desc' },
        take: MOST,
        omit: { hash: true },
      });
      return latest.toReversed() as StoredEvent[];
    },
  }),
);
