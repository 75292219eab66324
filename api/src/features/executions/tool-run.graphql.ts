import { builder } from '#graphql/builder.ts';
import { openNode } from '#graphql/nodes.ts';
import type { FieldError } from '#platform/errors.ts';
import { toNodeId } from '#platform/ids.ts';
import type { CallError } from './execute-tool.ts';
import { durationOf } from './run-fold.ts';
import { findChildren, findRunView, type RunView, viewOfHead, wholeRun } from './run-view.ts';

openNode('ToolRun', 'tools.tenant.read');

export const RunStatusEnum = builder.enumType('ToolRunStatus', {
  description: 'Where a run stands.',
  values: {
    RUNNING: { description: 'It was accepted and has not ended.' },
    WAITING: { description: 'It waits for somebody.' },
    SUCCESS: { description: 'It ended with an output.' },
    ERROR: { description: 'It ended with an error.' },
    CANCELLED: { description: 'It was stopped before it ended.' },
  } as const,
});

export const RunSourceEnum = builder.enumType('RunSource', {
  description: 'Where a call comes from.',
  values: {
    WEB: { value: 'web', description: 'A person in the app.' },
    AGENT: { value: 'agent', description: 'An agent, or a key that acts for one.' },
    API: { value: 'api', description: 'A program with a key.' },
  } as const,
});

export const FieldErrorType = builder.objectRef<FieldError>('FieldError').implement({
  description: 'What is wrong with one field.',
  fields: (t) => ({
    path: t.exposeStringList('path', { description: 'The way to the field.' }),
    message: t.exposeString('message', { description: 'What is wrong and what to do.' }),
  }),
});

export const ToolErrorType = builder.objectRef<CallError>('ToolError').implement({
  description: 'Why a call did not work out. A failing tool is no error of GraphQL.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable code, such as INVALID_INPUT or TIMEOUT.' }),
    message: t.exposeString('message', { description: 'What happened, and what to do.' }),
    fields: t.field({
      type: [FieldErrorType],
      nullable: true,
      description: 'What is wrong with which field of the input.',
      resolve: (error) => error.fields ?? null,
    }),
  }),
});

export const ToolRunType = builder.objectRef<RunView>('ToolRun');
builder.node(ToolRunType, {
  description: 'One call of one tool, from request to result.',
  id: { resolve: (run) => run.id, description: 'Opaque id of the run.' },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'toolSlug' in value && 'actorLabel' in value,
  loadOne: (id, ctx) => findRunView(ctx, id),
  fields: (t) => ({
    toolSlug: t.exposeString('toolSlug', { description: 'The tool that was called.' }),
    status: t.expose('status', { type: RunStatusEnum, description: 'Where it stands.' }),
    input: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The arguments in force; sensitive ones are hidden.',
      resolve: async (run, _args, ctx) => (await wholeRun(ctx, run))?.input ?? null,
    }),
    output: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the tool answered; sensitive parts are hidden except from the answer to the caller.',
      resolve: async (run, _args, ctx) => (await wholeRun(ctx, run))?.output ?? null,
    }),
    streamed: t.string({
      description: 'What it wrote while it ran.',
      resolve: async (run, _args, ctx) => (await wholeRun(ctx, run))?.streamed ?? '',
    }),
    error: t.field({
      type: ToolErrorType,
      nullable: true,
      description: 'Why it failed.',
      resolve: async (run, _args, ctx) => (await wholeRun(ctx, run))?.error ?? null,
    }),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description:
        'The code of `error`, which tells denied and expired calls from failures. For lists: it costs nothing.',
    }),
    durationMs: t.int({
      nullable: true,
      description: 'How long the tool worked, once it has ended.',
      resolve: (run) => durationOf(run),
    }),
    source: t.expose('source', { type: RunSourceEnum, description: 'Where the call came from.' }),
    subSource: t.exposeString('subSource', {
      nullable: true,
      description: 'More exactly, such as composition or mcp.',
    }),
    sessionId: t.id({
      description: 'The session it is part of.',
      resolve: (run) => toNodeId('Session', run.sessionId),
    }),
    requestedBy: t.exposeString('actorLabel', { description: 'Who called the tool.' }),
    stepId: t.exposeString('stepId', { nullable: true, description: 'The step of a composition that it is.' }),
    parentRunId: t.id({
      nullable: true,
      description: 'The run that it is a step of.',
      resolve: (run) => run.parentRunId && toNodeId('ToolRun', run.parentRunId),
    }),
    children: t.field({
      type: [ToolRunType],
      description: 'The steps it is made of, in order.',
      complexity: { field: 5, multiplier: 20 },
      resolve: async (run, _args, ctx) => (await findChildren(ctx, run.id)).map(viewOfHead),
    }),
    test: t.exposeBoolean('test', { description: 'Whether it was a trial.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When the tool began to work.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
  }),
});
