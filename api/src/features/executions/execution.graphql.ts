import { builder } from '#graphql/builder.ts';
import { NotFound } from '#platform/errors.ts';
import { parseNodeIdOf } from '#platform/ids.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { cancelToolRun } from './cancel-tool-run.ts';
import { executeTool } from './execute-tool.ts';
import { followRun } from './follow-run.ts';
import { followDeltas } from './run-deltas.ts';
import { answerOfCall, findRunView, type RunView, viewOfRun, wholeRun } from './run-view.ts';
import { ToolErrorType, ToolRunType } from './tool-run.graphql.ts';

const ModeEnum = builder.enumType('ExecutionMode', {
  description: 'Whether the caller waits for the end.',
  values: {
    WAIT: { description: 'The answer comes when the run has ended, or waits for somebody.' },
    ASYNC: { description: 'The answer comes at once, with the run to look after.' },
  } as const,
});

builder.relayMutationField(
  'executeTool',
  {
    description: 'Which tool to call, and with what.',
    inputFields: (t) => ({
      slug: t.string({ required: true, description: 'The tool.' }),
      input: t.field({ type: 'JSON', required: true, description: 'Its arguments.' }),
      mode: t.field({ type: ModeEnum, defaultValue: 'WAIT', description: 'Whether to wait for the end.' }),
      idempotencyKey: t.string({
        description:
          'The same key within 24 hours means the same call: it is made once and answered alike. Others than the caller are ' +
          'answered as histories show it, with sensitive fields hidden.',
      }),
      sessionId: t.id({ description: 'A session to go on with; a new one otherwise.' }),
      test: t.boolean({ defaultValue: false, description: 'Only try it: the run stays out of histories.' }),
    }),
  },
  {
    description:
      'Calls a tool. Invalid arguments start nothing and are told in `error`; a failing tool is a run with an error. ' +
      'Needs `tools.tenant.execute`.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input: call }, ctx) => {
      const hasSession = call.sessionId !== null && call.sessionId !== undefined;
      const sessionId = hasSession ? parseNodeIdOf('Session', String(call.sessionId)) : null;
      if (hasSession && !sessionId) throw new NotFound('This session');
      const { run, error } = await executeTool(ctx, {
        slug: call.slug,
        input: call.input,
        mode: call.mode ?? 'WAIT',
        idempotencyKey: call.idempotencyKey,
        sessionId,
        test: call.test ?? false,
      });
      if (!run) return { run, error };
      const view = answerOfCall(ctx, run);
      return { run: view, error: (await wholeRun(ctx, view))?.error ?? null };
    },
  },
  {
    description: 'What became of the call.',
    outputFields: (t) => ({
      run: t.field({
        type: ToolRunType,
        nullable: true,
        description: 'The run; null when the arguments were not accepted.',
        resolve: ({ run }) => run,
      }),
      error: t.field({
        type: ToolErrorType,
        nullable: true,
        description: 'Why it did not work out.',
        resolve: ({ error }) => error,
      }),
    }),
  },
);

const CancelOutcome = builder.enumType('CancelOutcome', {
  description: 'Which came first.',
  values: {
    CANCELLED: { description: 'The run was stopped.' },
    ALREADY_ENDED: { description: 'The run had ended before.' },
  } as const,
});

builder.relayMutationField(
  'cancelToolRun',
  {
    description: 'Which run to stop.',
    inputFields: (t) => ({ id: t.id({ required: true, description: 'The run.' }) }),
  },
  {
    description:
      "Stops a run and the runs it started, unless it has ended. One's own; those of others need `tools.tenant.update`.",
    authScopes: { may: 'tools.tenant.execute' },
    resolve: async (_root, { input }, ctx) => {
      const runId = parseNodeIdOf('ToolRun', String(input.id));
      if (!runId) throw new NotFound('This run');
      return cancelToolRun(ctx, runId);
    },
  },
  {
    description: 'What became of it.',
    outputFields: (t) => ({
      run: t.field({
        type: ToolRunType,
        description: 'The run as it is now.',
        resolve: ({ run }) => ({ ...viewOfRun(run), whole: undefined }),
      }),
      outcome: t.field({ type: CancelOutcome, description: 'Which came first.', resolve: ({ outcome }) => outcome }),
    }),
  },
);

const DeltaType = builder.objectRef<{ text: string }>('ToolRunDelta').implement({
  description: 'A bit of what a run writes.',
  fields: (t) => ({ text: t.exposeString('text', { description: 'What came after the bit before.' }) }),
});

builder.subscriptionField('toolRunDeltas', (t) =>
  t.field({
    type: DeltaType,
    description:
      'What a run writes, as it writes it, for showing it at once, until it has ended. Nothing of it is stored and bits ' +
      'may be missed: the whole text comes with `tool.output_appended`. Calls with secrets or hidden values are told in ' +
      'pieces only.',
    args: { id: t.arg.id({ required: true, description: 'The run.' }) },
    authScopes: { may: 'tools.tenant.read' },
    subscribe: async (_root, { id }, ctx) => {
      const runId = parseNodeIdOf('ToolRun', String(id));
      const run = runId ? await findRunView(ctx, runId) : null;
      if (!run) throw new NotFound('This run');
      return followDeltas(ctx, run);
    },
    resolve: (text) => ({ text: text as string }),
  }),
);

builder.subscriptionField('toolRunChanged', (t) =>
  t.field({
    type: ToolRunType,
    description: 'A run as it is now and each time it changes, until it has ended.',
    args: { id: t.arg.id({ required: true, description: 'The run.' }) },
    authScopes: { may: 'tools.tenant.read' },
    subscribe: async (_root, { id }, ctx) => {
      const runId = parseNodeIdOf('ToolRun', String(id));
      const run = runId ? await findRunView(ctx, runId) : null;
      if (!run) throw new NotFound('This run');
      return (await followRun(ctx, run)) as AsyncIterable<StoredEvent | RunView>;
    },
    resolve: (view) => view as RunView,
  }),
);
