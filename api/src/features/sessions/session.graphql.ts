import { z } from 'zod';
import { tenantIdOf } from '#access/viewer.ts';
import type { Session } from '#generated/prisma/client.ts';
import { builder } from '#graphql/builder.ts';
import { openNode } from '#graphql/nodes.ts';
import { parseCursor, toCursor } from '#graphql/pagination.ts';
import { SAME_FOR_TENANT } from '#graphql/share-executions.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import { parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { EVENT_TYPES, type SessionVerification, SOURCES, type StoredEvent } from '#toolkit/event-log.ts';
import { showPayload } from './hidden-fields.ts';
import { findSession, isEventOf, maySeeEvent } from './session-access.ts';

openNode('Session', 'tools.tenant.read');

export const SessionType = builder.objectRef<Session>('Session');
builder.node(SessionType, {
  description: 'One piece of work and the log of what happened in it.',
  id: { resolve: (session) => session.id, description: 'Opaque id of the session.' },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'headHash' in value,
  loadOne: (id, ctx) => findSession(ctx, id),
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'What it is about: `tool` for calls of tools.' }),
    title: t.exposeString('title', { description: 'What it began with.' }),
    startedBy: t.exposeString('ownerLabel', { description: 'Who began it.' }),
    lastSeq: t.exposeInt('lastSeq', { description: 'How many events it has.' }),
    test: t.exposeBoolean('test', { description: 'Whether it only tried something out.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When something last happened in it.' }),
  }),
});

/** The list that their cursors belong to. */
const EVENTS = 'toolEvents';

export const SessionEventType = builder.objectRef<StoredEvent>('SessionEvent').implement({
  description: 'One thing that happened. Events are never changed and never removed.',
  fields: (t) => ({
    id: t.id({
      ...SAME_FOR_TENANT,
      description: 'Opaque id of the event; of `tool.started` that of its run.',
      resolve: ({ id, runId }) => toNodeId(id === runId ? 'ToolRun' : 'SessionEvent', id),
    }),
    sessionId: t.id({
      ...SAME_FOR_TENANT,
      description: 'The session it belongs to.',
      resolve: (event) => toNodeId('Session', event.sessionId),
    }),
    seq: t.exposeInt('seq', {
      ...SAME_FOR_TENANT,
      description: 'Its number in the session: 1, 2, 3 and so on, without a gap.',
    }),
    cursor: t.string({
      ...SAME_FOR_TENANT,
      description: 'Its place among all events of the tenant; pass it as `after` to go on behind it.',
      resolve: (event, _args, ctx) => toCursor(ctx, EVENTS, String(event.pos)),
    }),
    type: t.exposeString('type', {
      ...SAME_FOR_TENANT,
      description: 'What happened, such as `tool.started` or `tool.completed`.',
    }),
    toolSlug: t.exposeString('toolSlug', { ...SAME_FOR_TENANT, nullable: true, description: 'The tool it is about.' }),
    runId: t.id({
      ...SAME_FOR_TENANT,
      nullable: true,
      description: 'The run it belongs to.',
      resolve: (event) => event.runId && toNodeId('ToolRun', event.runId),
    }),
    parentRunId: t.id({
      ...SAME_FOR_TENANT,
      nullable: true,
      description: 'The run that its run is a step of; at least the first event of a step tells it.',
      resolve: (event) => event.parentRunId && toNodeId('ToolRun', event.parentRunId),
    }),
    source: t.exposeString('source', {
      ...SAME_FOR_TENANT,
      nullable: true,
      description: 'Where the call came from: web, agent or api.',
    }),
    subSource: t.exposeString('subSource', {
      ...SAME_FOR_TENANT,
      nullable: true,
      description: 'More exactly: mcp, schedule, composition or embed.',
    }),
    actor: t.exposeString('actorLabel', { ...SAME_FOR_TENANT, description: 'Who was behind it.' }),
    test: t.exposeBoolean('test', { ...SAME_FOR_TENANT, description: 'Whether it belongs to a trial.' }),
    payload: t.field({
      ...SAME_FOR_TENANT,
      type: 'JSON',
      description: 'What belongs to it, by its type; sensitive fields are hidden.',
      resolve: (event, _args, ctx) => showPayload(ctx, event),
    }),
    createdAt: t.expose('createdAt', { ...SAME_FOR_TENANT, type: 'DateTime', description: 'When it happened.' }),
  }),
});

const Verification = builder.objectRef<SessionVerification>('SessionVerification').implement({
  description: 'Whether the log of a session is as it was written.',
  fields: (t) => ({
    intact: t.exposeBoolean('intact', { description: 'Whether every event fits the one before it.' }),
    events: t.exposeInt('events', { description: 'How many events were looked at.' }),
    brokenSeq: t.exposeInt('brokenSeq', { nullable: true, description: 'The first event that does not fit.' }),
  }),
});

const requireId = (nodeId: string | number): string => {
  const id = parseNodeIdOf('Session', String(nodeId));
  if (!id) throw new NotFound('This session');
  return id;
};

builder.queryFields((t) => ({
  session: t.field({
    type: SessionType,
    nullable: true,
    description: 'One session; null when there is none, or none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    authScopes: { may: 'tools.tenant.read' },
    resolve: (_root, { id }, ctx) => {
      const raw = parseNodeIdOf('Session', String(id));
      return raw ? findSession(ctx, raw) : null;
    },
  }),
  verifySession: t.field({
    type: Verification,
    description: 'Follows the chain of a session from its first event. Needs `tools.tenant.read` and the session.',
    args: { id: t.arg.id({ required: true, description: 'The session.' }) },
    authScopes: { may: 'tools.tenant.read' },
    resolve: async (_root, { id }, ctx) => {
      const session = await findSession(ctx, requireId(id));
      if (!session) throw new NotFound('This session');
      return ctx.events.verify(session.tenantId, session.id);
    },
  }),
}));

const NO_TYPE = `An event type is one of ${EVENT_TYPES.join(', ')}.`;
const NO_SOURCE = `A source is one of ${SOURCES.join(', ')}.`;

const ToolEventFilter = builder.inputType('ToolEventFilter', {
  description: 'Which events to follow; all that is given must hold.',
  fields: (t) => ({
    toolSlug: t.string({ description: 'Of this tool.' }),
    source: t.string({
      description: 'From web, agent or api; or more exactly from mcp, schedule, composition or embed.',
      validate: { schema: z.string().toLowerCase().pipe(z.enum(SOURCES, NO_SOURCE)) },
    }),
    types: t.stringList({
      description: `Of these types: ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
      validate: { schema: z.array(z.enum(EVENT_TYPES, NO_TYPE)).max(50, 'At most 50 types.') },
    }),
    userId: t.id({ description: 'Of calls by this person.' }),
    includeTests: t.boolean({ description: 'Also those of trials.' }),
  }),
});

builder.subscriptionFields((t) => ({
  sessionEvents: t.field({
    ...SAME_FOR_TENANT,
    type: SessionEventType,
    description:
      'The events of a session behind `afterSeq`, then those to come: in order, none missed, none twice. ' +
      'Reconnect with the last `seq` you have seen.',
    args: {
      sessionId: t.arg.id({ required: true, description: 'The session.' }),
      afterSeq: t.arg.int({
        defaultValue: 0,
        description: 'Begin behind this event; one that the session does not have yet is refused.',
        validate: { min: [0, { message: 'At least 0.' }] },
      }),
    },
    authScopes: { may: 'tools.tenant.read' },
    subscribe: async (_root, { sessionId, afterSeq }, ctx) => {
      const session = await findSession(ctx, requireId(sessionId));
      if (!session) throw new NotFound('This session');
      return ctx.events.followSession(session.tenantId, session.id, seqIn(session, afterSeq ?? 0));
    },
    resolve: (event) => event as StoredEvent,
  }),
  toolEvents: t.field({
    ...SAME_FOR_TENANT,
    type: SessionEventType,
    description:
      "All events of the tenant that the caller may see, in the order they were written: one's own, or everybody's with " +
      '`sessions.tenant.read`. Begins behind `after`, or `last` events before now. Reconnect with the last `cursor` you have seen.',
    args: {
      filter: t.arg({ type: ToolEventFilter, description: 'Which events to follow.' }),
      after: t.arg.string({ description: 'Begin behind this event.' }),
      last: t.arg.int({
        description: 'Without `after`: look this many events back, 500 at most; those that fit are told first.',
        validate: { min: [0, { message: 'At least 0.' }], max: [500, { message: 'At most 500.' }] },
      }),
    },
    authScopes: { may: 'tools.tenant.read' },
    subscribe: (_root, { filter, after, last }, ctx) => {
      const source = filter?.source?.toLowerCase();
      const userId = personIn(filter?.userId);
      const wants = (event: StoredEvent): boolean =>
        maySeeEvent(ctx, event) &&
        (filter?.includeTests || !event.test) &&
        (!filter?.toolSlug || event.toolSlug === filter.toolSlug) &&
        (!source || event.source === source || event.subSource === source) &&
        (!filter?.types || filter.types.includes(event.type)) &&
        (!userId || isEventOf(event, userId));
      return ctx.events.followTenant(tenantIdOf(ctx.viewer), {
        after: placeIn(ctx, after),
        last: last ?? 0,
        wants,
      });
    },
    resolve: (event) => event as StoredEvent,
  }),
}));

function seqIn({ lastSeq }: Session, afterSeq: number): number {
  if (afterSeq <= lastSeq) return afterSeq;
  const next = 'Give the seq of the last event you have seen, or 0 to begin with the first.';
  throw InvalidInput.of(
    'afterSeq',
    `The last event of this session is ${lastSeq}, so none is behind ${afterSeq} yet. ${next}`,
  );
}

const USE_AN_EVENT = 'Use the cursor of an event you have seen, or leave after out to begin now.';

function placeIn(ctx: Parameters<typeof parseCursor>[0], cursor: string | null | undefined): bigint | undefined {
  return typeof cursor === 'string' ? BigInt(parseCursor(ctx, EVENTS, cursor, USE_AN_EVENT)) : undefined;
}

/** Unlike an id that nobody has yet, one that is no person's would be waited for in vain. */
function personIn(userId: string | number | null | undefined): string | undefined {
  if (userId === null || userId === undefined) return undefined;
  const id = parseNodeIdOf('User', String(userId));
  if (!id) throw InvalidInput.of('filter.userId', 'This is no id of a person. Use the user.id of a member.');
  return id;
}
