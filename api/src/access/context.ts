import type { PrismaClient } from '#generated/prisma/client.ts';
import type { BlobStore } from '#platform/blob-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import type { ModelSettings } from '#platform/env.ts';
import type { Egress } from '#platform/http.ts';
import type { Bell, Live } from '#platform/live.ts';
import { LateLog, type Log } from '#platform/log.ts';
import type { EnqueueOptions, Queue } from '#platform/queue.ts';
import type { KeyRing } from '#platform/seal.ts';
import type { ToolEnv } from '#platform/tool-env.ts';
import type { EventLog } from '#toolkit/event-log.ts';
import type { Notifier } from '#toolkit/notifier.ts';
import type { PublishListener } from '#toolkit/publish-listener.ts';
import type { RunEngine } from '#toolkit/run-engine.ts';
import type { ToolShelves } from '#toolkit/tool-shelf.ts';
import type { DemoVisits } from './demo-visits.ts';
import type { People } from './people.ts';
import { closedDatabase, createScopedDatabases, type ScopedDatabase } from './scoped-database.ts';
import { findScope, missingScope, requireScope, type Viewer } from './viewer.ts';

/** Who asks, what they may touch, and the means to act. The only identity a line of a feature ever sees. */
export type Context = {
  readonly viewer: Viewer;
  readonly requestId: string;
  readonly db: ScopedDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly people: People;
  readonly files: BlobStore;
  /** What tools there are, tenant by tenant. */
  readonly tools: ToolShelves;
  /** Who is asked, beside the tools themselves, before a tool changes. */
  readonly publishListeners: readonly PublishListener<Context>[];
  /** What happened, and what happens. */
  readonly events: EventLog;
  /** What runs tools in this process. */
  readonly engine: RunEngine<Context>;
  /** Places beside the open internet that the operator admits. */
  readonly egressAllow: readonly string[];
  /** The one way out. */
  readonly egress: Egress;
  /** What the operator lets tools take from the environment. */
  readonly toolEnv: ToolEnv;
  /** Which language models the operator offers. */
  readonly models: ModelSettings;
  /** Opens the keys under which tenants keep their secrets. */
  readonly seal: KeyRing;
  /** The ways to tell those outside that a call waits. */
  readonly notifiers: readonly Notifier<Context>[];
  readonly baseUrl: () => string;
  /** Whether this process serves the demo. */
  readonly demo: boolean;
  /** Acting as its made-up people; null in production. */
  readonly demoVisits: DemoVisits | null;
  /** Hears the bells of the tenant until the request is over. */
  follow(models: string[]): AsyncIterableIterator<Bell>;
  /** Tells followers that a row changed. Inside a transaction it rings after the commit, or never. */
  ring(model: string, id: string): void;
  /** The same for followers in every tenant: a row changed that holds for all. */
  ringEverywhere(model: string, id: string): void;
  /** Leaves a job for the worker. Inside a transaction the job exists if and only if the data does. */
  enqueue(type: string, payload: object, options?: Omit<EnqueueOptions, 'transaction'>): Promise<void>;
  /** Hands a context of the same shape; all of it is committed, or none. */
  transaction<Result>(work: (ctx: Context) => Promise<Result>): Promise<Result>;
  as(viewer: Viewer): Context;
  /** The way past the tenant wall, for the few verbs that start without a tenant. Each use is logged with its reason. */
  elevate(reason: string): PrismaClient;
  /** Notes that the caller was refused, and what it was about. */
  denied(action: string, permission: string | undefined, about?: Record<string, unknown>): void;
};

export type Resources = {
  database: Database;
  live: Live;
  queue: Queue;
  people: People;
  files: BlobStore;
  tools: ToolShelves;
  publishListeners: readonly PublishListener<Context>[];
  events: EventLog;
  engine: RunEngine<Context>;
  egressAllow: readonly string[];
  egress: Egress;
  toolEnv: ToolEnv;
  models: ModelSettings;
  seal: KeyRing;
  notifiers: readonly Notifier<Context>[];
  clock: Clock;
  log: Log;
  baseUrl: () => string;
  demo: boolean;
  demoVisits: DemoVisits | null;
  onDenied(
    ctx: Context,
    action: string,
    permission: string | undefined,
    about?: Record<string, unknown>,
  ): Promise<void>;
};

export type ContextFactory = (viewer: Viewer, requestId: string) => Context;

export function createContextFactory(resources: Resources): ContextFactory {
  const { database, live, queue, log: mainLog, onDenied, ...means } = resources;
  const { events } = means;
  const databases = createScopedDatabases(database.app);

  return function createContext(viewer: Viewer, requestId: string): Context {
    const scope = findScope(viewer);
    const log = new LateLog(mainLog, { requestId, tenant: scope?.tenantSlug });

    const ctx: Context = {
      ...means,
      viewer,
      requestId,
      log,
      follow: (models) => live.follow(requireScope(viewer).tenantId, { models }),
      db: scope ? databases.for(scope.tenantId) : closedDatabase(() => missingScope(viewer)),
      ring: (model, id) => live.ring(requireScope(viewer).tenantId, model, id),
      ringEverywhere: (model, id) => live.ring('*', model, id),
      enqueue: (type, payload, options) => queue.enqueue(type, payload, options),
      as: (other) => createContext(other, requestId),
      elevate(reason) {
        log.debug({ reason }, 'elevated');
        return database.system;
      },
      denied(action, permission, about) {
        onDenied(ctx, action, permission, about).catch((error) => log.error({ err: error }, 'denial was not recorded'));
      },
      async transaction(work) {
        const { tenantId } = requireScope(viewer);
        const held: [tenantId: string, model: string, id: string][] = [];
        const result = await databases.transaction(tenantId, (db, transaction) =>
          work({
            ...ctx,
            db,
            ring: (model, id) => held.push([tenantId, model, id]),
            ringEverywhere: (model, id) => held.push(['*', model, id]),
            enqueue: (type, payload, options) => queue.enqueue(type, payload, { ...options, transaction }),
            events: {
              ...events,
              async append(append) {
                const appended = await events.appendWithin(transaction, append);
                if (appended.accepted) held.push([tenantId, 'Session', append.sessionId]);
                return appended;
              },
            },
            transaction: () => Promise.reject(new Error('Transactions do not nest: pass the context on instead.')),
          }),
        );
        for (const bell of held) live.ring(...bell);
        return result;
      },
    };
    return ctx;
  };
}
