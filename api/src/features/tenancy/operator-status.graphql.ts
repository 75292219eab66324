import { builder } from '#graphql/builder.ts';
import type { DatabaseReport } from '#platform/database-report.ts';
import { type OperatorStatus, readOperatorStatus } from './read-operator-status.ts';

const DatabaseKind = builder.enumType('DatabaseKind', {
  description: 'Which database serves this installation.',
  values: {
    EMBEDDED: { value: 'embedded', description: 'The one inside the process, in the data folder.' },
    POSTGRESQL: { value: 'postgres', description: 'A PostgreSQL server.' },
  } as const,
});

const QueueStatus = builder.objectRef<DatabaseReport['queue']>('QueueStatus').implement({
  description: 'How the jobs stand, over all types.',
  fields: (t) => ({
    queued: t.exposeInt('queued', { description: 'Jobs that could be done now.' }),
    failed: t.exposeInt('failed', { description: 'Jobs that were given up and are kept to be looked at.' }),
    oldestQueuedSeconds: t.exposeFloat('oldestQueuedSeconds', {
      description: 'How long the oldest of the queued jobs has waited.',
    }),
  }),
});

const DatabaseStatus = builder.objectRef<DatabaseReport>('DatabaseStatus').implement({
  description: 'How the database stands.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DatabaseKind, description: 'Which database it is.' }),
    version: t.exposeString('version', { description: 'Its version.' }),
    time: t.expose('time', { type: 'DateTime', description: 'What its clock says.' }),
    ownerRole: t.exposeString('ownerRole', { description: 'The role that owns the tables and migrates them.' }),
    ownerIsSuperuser: t.exposeBoolean('ownerIsSuperuser', {
      description: 'Whether that role is a superuser; in production on PostgreSQL it should not be.',
    }),
    servingRoleIsBound: t.exposeBoolean('servingRoleIsBound', {
      description: 'Whether row-level security binds the role that serves requests.',
    }),
    unguardedTables: t.exposeStringList('unguardedTables', {
      description: 'Tables with rows of tenants on which row-level security is not forced.',
    }),
    migrations: t.exposeStringList('migrations', { description: 'Names of the migrations that were applied.' }),
    queue: t.expose('queue', { type: QueueStatus, description: 'How the jobs stand.' }),
  }),
});

const OperatorStatusType = builder.objectRef<OperatorStatus>('OperatorStatus').implement({
  description: 'How this installation stands.',
  fields: (t) => ({
    production: t.exposeBoolean('production', { description: 'Whether it runs in production mode.' }),
    database: t.expose('database', { type: DatabaseStatus, description: 'How the database stands.' }),
  }),
});

builder.queryField('operatorStatus', (t) =>
  t.field({
    type: OperatorStatusType,
    description: 'How this installation stands. Operator only.',
    authScopes: { operator: true },
    complexity: 100,
    resolve: (_root, _args, ctx) => readOperatorStatus(ctx),
  }),
);
