import { z } from 'zod';
import { ToolType } from '#features/tools/tool.graphql.ts';
import { builder } from '#graphql/builder.ts';
import { connectionOf } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, readPage } from '#graphql/pagination.ts';
import { NO_ID, parseNodeIdOf } from '#platform/ids.ts';
import { visibleRuns } from './read-runs.ts';
import { findRunView, viewOfHead, whereStatus } from './run-view.ts';
import { RunSourceEnum, RunStatusEnum, ToolRunType } from './tool-run.graphql.ts';

const ToolRunConnection = connectionOf('ToolRun', ToolRunType, 'runs');
const word = z.string().max(200, 'At most 200 characters.');

const ToolRunFilter = builder.inputType('ToolRunFilter', {
  description: 'Which runs to list; all that is given must hold.',
  fields: (t) => ({
    toolSlug: t.string({ description: 'Of this tool.', validate: { schema: word } }),
    status: t.field({ type: RunStatusEnum, description: 'That stand there.' }),
    source: t.field({ type: RunSourceEnum, description: 'That came from there.' }),
    sessionId: t.id({ description: 'Of this session.' }),
    since: t.field({ type: 'DateTime', description: 'Not older than this.' }),
    until: t.field({ type: 'DateTime', description: 'Older than this.' }),
    includeSteps: t.boolean({ description: 'Also runs that are steps of others.' }),
    includeTests: t.boolean({ description: 'Also trials.' }),
  }),
});

type FilterInput = typeof ToolRunFilter.$inferInput;

function whereOf(filter: FilterInput) {
  const sessionId = filter.sessionId && (parseNodeIdOf('Session', String(filter.sessionId)) ?? NO_ID);
  return {
    ...(filter.toolSlug && { toolSlug: filter.toolSlug }),
    ...(filter.status && whereStatus(filter.status)),
    ...(filter.source && { source: filter.source }),
    ...(sessionId && { sessionId }),
    ...((filter.since || filter.until) && {
      createdAt: { ...(filter.since && { gte: filter.since }), ...(filter.until && { lt: filter.until }) },
    }),
    ...(!filter.includeSteps && { parentRunId: null }),
    ...(!filter.includeTests && { test: false }),
  };
}

function listRuns(ctx: Parameters<typeof visibleRuns>[0], args: object, filter: FilterInput) {
  const where = { ...whereOf(filter), AND: [visibleRuns(ctx)] };
  return readPage(
    ctx,
    args,
    { list: 'toolRuns', order: 'desc' },
    async (query) => {
      const heads = await ctx.db.runHead.findMany({ ...query, where: { ...where, ...query.where } });
      return heads.map(viewOfHead);
    },
    () => ctx.db.runHead.count({ where }),
  ) as never;
}

builder.queryFields((t) => ({
  toolRun: t.field({
    type: ToolRunType,
    nullable: true,
    description: 'One run; null when there is none, or none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    authScopes: { may: 'tools.tenant.read' },
    resolve: (_root, { id }, ctx) => {
      const runId = parseNodeIdOf('ToolRun', String(id));
      return runId ? findRunView(ctx, runId) : null;
    },
  }),
  toolRuns: t.field({
    type: ToolRunConnection,
    description: "Runs, newest first: one's own, or everybody's with `sessions.tenant.read`.",
    args: { filter: t.arg({ type: ToolRunFilter, description: 'Which runs to list.' }), ...pageArgs },
    authScopes: { may: 'tools.tenant.read' },
    complexity: pageComplexity,
    resolve: (_root, { filter, ...args }, ctx) => listRuns(ctx, args, filter ?? {}),
  }),
}));

builder.objectField(ToolType, 'runs', (t) =>
  t.field({
    type: ToolRunConnection,
    description: "Its runs, newest first: one's own, or everybody's with `sessions.tenant.read`.",
    args: pageArgs,
    complexity: pageComplexity,
    resolve: (tool, args, ctx) => listRuns(ctx, args, { toolSlug: tool.slug }),
  }),
);
