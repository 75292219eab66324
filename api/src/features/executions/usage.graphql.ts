import { can } from '#access/can.ts';
import { principalOf, tenantIdOf } from '#access/viewer.ts';
import { builder } from '#graphql/builder.ts';
import { InvalidInput } from '#platform/errors.ts';
import type { Usage, UsageRow } from '#toolkit/run-usage.ts';
import { RunSourceEnum } from './tool-run.graphql.ts';

const LONGEST_MS = 366 * 24 * 3_600_000;

const UsageRowType = builder.objectRef<UsageRow>('ToolUsageRow').implement({
  description: 'How much was run, and how it went.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The tool, the source or the day (UTC) it is about.' }),
    runs: t.exposeInt('runs', { description: 'How many runs were accepted.' }),
    errors: t.exposeInt('errors', { description: 'How many of them failed.' }),
    declined: t.exposeInt('declined', {
      description: 'How many of them were denied, or decided by nobody in time. They count as no errors.',
    }),
    cancelled: t.exposeInt('cancelled', { description: 'How many were stopped.' }),
    p50Ms: t.exposeFloat('p50Ms', { nullable: true, description: 'Half of them took no longer than this.' }),
    p95Ms: t.exposeFloat('p95Ms', { nullable: true, description: '95 of 100 took no longer.' }),
    p99Ms: t.exposeFloat('p99Ms', { nullable: true, description: '99 of 100 took no longer.' }),
  }),
});

builder.queryField('toolUsage', (t) =>
  t.field({
    type: builder.objectRef<Usage>('ToolUsage').implement({
      description:
        'Runs, failures and times of a span, counted in four ways. Trials and the steps of compositions are left out.',
      fields: (f) => ({
        total: f.expose('total', { type: UsageRowType, description: 'All of it.' }),
        byTool: f.expose('byTool', { type: [UsageRowType], description: 'By tool, most used first.' }),
        bySource: f.expose('bySource', { type: [UsageRowType], description: 'By where the calls came from.' }),
        byDay: f.expose('byDay', { type: [UsageRowType], description: 'By day (UTC), oldest first.' }),
      }),
    }),
    description: "How tools are used: one's own calls, or everybody's with `sessions.tenant.read`.",
    args: {
      since: t.arg({ type: 'DateTime', required: true, description: 'Beginning of the span.' }),
      until: t.arg({ type: 'DateTime', description: 'Its end; now otherwise.' }),
      toolSlug: t.arg.string({ description: 'Of this tool only.' }),
      source: t.arg({ type: RunSourceEnum, description: 'From there only.' }),
    },
    authScopes: { may: 'tools.tenant.read' },
    complexity: { field: 50, multiplier: 1 },
    resolve: (_root, { since, until, toolSlug, source }, ctx) => {
      const end = until ?? ctx.clock.now();
      if (since >= end) throw InvalidInput.of('since', 'The span must begin before it ends.');
      if (end.getTime() - since.getTime() > LONGEST_MS) throw InvalidInput.of('since', 'A span has at most 366 days.');
      const actorId = can(ctx.viewer, 'sessions.tenant.read') ? null : principalOf(ctx.viewer);
      return ctx.engine.usage({ tenantId: tenantIdOf(ctx.viewer), since, until: end, toolSlug, source, actorId });
    },
  }),
);
