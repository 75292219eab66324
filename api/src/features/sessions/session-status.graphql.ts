import { batchBy } from '#graphql/batch.ts';
import { builder } from '#graphql/builder.ts';
import { SessionType } from './session.graphql.ts';
import { findSessions } from './session-access.ts';
import { findSessionStatuses, type SessionStanding } from './session-status.ts';

const SessionStatusEnum = builder.enumType('SessionStatus', {
  description: 'Where a piece of work stands.',
  values: {
    PENDING: { description: 'Nothing has been done yet.' },
    RUNNING: { description: 'Something is being done.' },
    WAITING_TOOL: { description: 'A call of a tool waits; `pauseReason` says for what.' },
    WAITING_HUMAN: { description: 'It was put before a person.' },
    WAITING_REPLY: { description: 'It waits for an answer.' },
    COMPLETED: { description: 'What was to be done is done.' },
    FAILED: { description: 'The last that was tried failed.' },
    CANCELLED: { description: 'It was taken back.' },
  } as const,
});

const findStanding = batchBy<string, SessionStanding>(findSessionStatuses);
const PENDING: SessionStanding = { status: 'PENDING', pauseReason: null };

builder.objectFields(SessionType, (t) => ({
  parent: t.field({
    type: SessionType,
    nullable: true,
    description: 'The session it was opened from, as the question to an approver from the one that waits.',
    resolve: ({ parentId }, _args, ctx) => (parentId ? findSessions(ctx, parentId) : null),
  }),
  status: t.field({
    type: SessionStatusEnum,
    description: 'Where it stands, as its latest calls do.',
    resolve: async ({ id }, _args, ctx) => ((await findStanding(ctx, id)) ?? PENDING).status,
  }),
  pauseReason: t.string({
    nullable: true,
    description: 'What a call in it waits for: `approval` or `client_result`.',
    resolve: async ({ id }, _args, ctx) => ((await findStanding(ctx, id)) ?? PENDING).pauseReason,
  }),
}));
