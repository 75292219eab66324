import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createAuthenticator } from '#access/authenticate.ts';
import { type Context, createContextFactory } from '#access/context.ts';
import { createDemoVisits } from '#access/demo-visits.ts';
import { createKeyUse } from '#access/key-use.ts';
import { createPeople } from '#access/people.ts';
import { emailNotifier } from '#features/approvals/email-notifier.ts';
import { openGate } from '#features/approvals/open-gate.ts';
import { inApprovalRules } from '#features/approvals/rule-impact.ts';
import { webhookNotifier } from '#features/approvals/webhook-notifier.ts';
import { appendDenial } from '#features/audit/append-audit.ts';
import { keepRuns } from '#features/executions/keep-runs.ts';
import { readUsage } from '#features/executions/read-usage.ts';
import { createRunPlaces } from '#features/executions/run-places.ts';
import { createRunningRuns } from '#features/executions/running-runs.ts';
import { openSessionLog } from '#features/sessions/open-session-log.ts';
import type { House } from '#features/tenancy/house-context.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import { openShelves } from '#features/tools/open-shelves.ts';
import { setCursorKeys } from '#graphql/pagination.ts';
import { createFolderStore } from '#platform/blob-store.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database.ts';
import { refuseSuperuser } from '#platform/database-rights.ts';
import type { Env } from '#platform/env.ts';
import { createEgress } from '#platform/http.ts';
import { hashToken, newId } from '#platform/ids.ts';
import { openLive } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import { deriveKey, loadMasterKeys } from '#platform/master-key.ts';
import { migrate } from '#platform/migrate.ts';
import { openQueue } from '#platform/queue.ts';
import { createKeyRing } from '#platform/seal.ts';
import { createMetrics } from '#platform/telemetry.ts';
import type { Notifier } from '#toolkit/notifier.ts';
import type { UsageQuestion } from '#toolkit/run-usage.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { openCodeTools } from './code-tools.ts';
import { gatherJobs } from './jobs.ts';
import { gatherRunners } from './runners.ts';
import { schema } from './schema.ts';
import { createRateLimits } from './server/rate-limits.ts';
import { createGraphQL } from './server/yoga.ts';

/** Together with the drain of the doors less than the time a process has to stop. */
const JOBS_STOP_MS = 3_000;
/** Less than the doors wait, so that callers are told what became of a run that takes longer. */
const RUNS_STOP_MS = 4_000;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');

export type AppOptions = {
  env: Env;
  log: Log;
  clock?: Clock;
  /** Where the embedded database lies; null keeps it in memory, for tests. */
  databaseFolder?: string | null;
  /** What the database in memory begins with; for tests. */
  databaseSnapshot?: string;
  operatorKey?: string;
  /** Whether this process also does the jobs. */
  works: boolean;
  onStep?(step: string): void;
  /** More tools in code than the files bring; for tests. */
  extraTools?: readonly ToolDefinition[];
  /** Where the tools in code lie, if not with the rest of it; for tests. */
  toolFolder?: string;
  /** How those outside are told that a call waits; by webhook, where a tenant has set one, unless others are given. */
  notifiers?: readonly Notifier<Context>[];
};

/** Opens everything a process needs, lowest first, and closes it in reverse. Serves nothing by itself. */
export async function openApp(options: AppOptions) {
  const { env, log, clock = systemClock } = options;
  const masterKeys = loadMasterKeys(env);
  const keysFor = (purpose: string) => masterKeys.map((key) => deriveKey(key, purpose)) as [Buffer, ...Buffer[]];
  setCursorKeys(keysFor('cursors'));
  const [signInSecret, ...formerSecrets] = keysFor('sign-ins').map((key) => key.toString('base64'));
  let url = env.PUBLIC_BASE_URL?.replace(/\/$/, '') ?? `http://${env.HOST}:${env.PORT}`;
  const baseUrl = () => url;

  const folder = options.databaseFolder === undefined ? path.join(env.DATA_DIR, 'database') : options.databaseFolder;
  const database = await openDatabase({
    url: env.DATABASE_URL,
    appUrl: env.DATABASE_APP_URL,
    folder,
    snapshot: options.databaseSnapshot,
    poolSize: env.DATABASE_POOL,
    log,
  });
  const isGuarded = env.production && database.kind === 'postgres';
  try {
    if (isGuarded) await refuseSuperuser(database.owner, 'DATABASE_URL');
    const applied = await migrate(database.owner, MIGRATIONS);
    if (applied.length > 0) options.onStep?.(`applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`);
    if (isGuarded && env.DATABASE_APP_URL) await refuseSuperuser(database.serving, 'DATABASE_APP_URL');
  } catch (error) {
    await database.close();
    throw error;
  }

  const live = env.REDIS_URL
    ? await openLive({ kind: 'redis', url: env.REDIS_URL, database, log })
    : await openLive(database.kind === 'postgres' ? { kind: 'postgres', database, log } : { kind: 'memory', log });
  const people = createPeople({
    prisma: database.system,
    secret: signInSecret!,
    formerSecrets,
    baseUrl,
    production: env.production,
    trustProxy: env.TRUST_PROXY === 'on',
    oidc: env.oidc,
    onSessionsEnded: ({ userId }) => live.ring(DEFAULT_TENANT.id, 'AuthSession', userId),
    log,
  });
  const keyUse = createKeyUse(database.system, clock, log);
  const operatorKeyHash = hashToken(options.operatorKey ?? randomBytes(32).toString('hex'));
  const demoVisits = env.production ? null : createDemoVisits(database.system, clock);
  const authenticator = createAuthenticator({
    system: database.system,
    people,
    live,
    clock,
    operatorKeyHash,
    demoVisits,
    onKeyUsed: keyUse.note,
  });
  const jobs = gatherJobs({ people, database, runHost: () => runHost });
  const queue = await openQueue({
    database,
    log,
    jobs,
    onlyEnqueue: !options.works,
  });
  const runners = gatherRunners();
  const codeTools = await openCodeTools({
    log,
    system: database.system,
    clock,
    prune: env.TOOLS_SYNC_PRUNE === 'true',
    extraTools: options.extraTools,
    folder: options.toolFolder,
  });
  const tools = openShelves({
    ...database,
    live,
    codeTools,
    runnableKinds: new Set(runners.keys()),
    toolEnv: env.toolEnv,
  });
  const events = openSessionLog({ database, system: database.system, live, clock });
  const egress = createEgress({ admitted: env.EGRESS_ALLOW });
  const gate = openGate({ system: database.system, live, clock });
  const engine = {
    workerId: newId(),
    runners,
    gate: gate.gate,
    running: createRunningRuns(),
    places: createRunPlaces({
      database,
      most: env.LIMIT_RUNS,
      mostOfTenant: env.LIMIT_TENANT_RUNS,
      mostQueued: env.LIMIT_QUEUED_RUNS,
    }),
    usage: (question: UsageQuestion) => readUsage(database, question),
    limits: {
      inputBytes: env.LIMIT_INPUT_BYTES,
      outputBytes: env.LIMIT_OUTPUT_BYTES,
      fileBytes: env.LIMIT_FILE_BYTES,
      sessionWaiting: env.LIMIT_SESSION_WAITING,
      timeoutMs: env.TOOL_TIMEOUT_MS,
    },
  };
  const createContext = createContextFactory({
    database,
    live,
    queue,
    people,
    clock,
    log,
    baseUrl,
    files: createFolderStore(path.join(env.DATA_DIR, 'files')),
    tools,
    publishListeners: [inApprovalRules],
    events,
    engine,
    egressAllow: env.EGRESS_ALLOW,
    egress,
    toolEnv: env.toolEnv,
    models: env.models,
    seal: createKeyRing(keysFor('secrets')),
    notifiers: options.notifiers ?? [webhookNotifier, emailNotifier],
    demo: !env.production,
    demoVisits,
    onDenied: appendDenial,
  });
  const runHost: House = { system: database.system, clock, createContext };
  const keeper = keepRuns({ database, live, queue, log, engine, host: runHost });
  const metrics = createMetrics();
  metrics.gauge(
    'toolcrib_database_connections',
    'Open connections of the serving pool.',
    () => database.serving.totalCount,
  );
  metrics.gauge(
    'toolcrib_database_waiting',
    'Requests that wait for a connection.',
    () => database.serving.waitingCount,
  );
  metrics.gauge('toolcrib_followers', 'Streams that follow a log.', events.followers);
  metrics.gauge('toolcrib_bell_heard', 'Whether news of other processes is heard.', () => Number(live.healthy()));
  const graphql = createGraphQL({
    schema,
    env,
    log,
    authenticator,
    createContext,
    spend: createRateLimits(clock, {
      enabled: env.rateLimits,
      perCaller: env.RATE_KEY_POINTS,
      perTenant: env.RATE_TENANT_POINTS,
    }),
  });

  let isDraining = false;
  let isClosed = false;
  return {
    env,
    log,
    clock,
    database,
    live,
    queue,
    events,
    people,
    authenticator,
    createContext,
    engine: graphql,
    runs: keeper,
    /** Callers who wait for a tool to work. */
    awaitedRuns: engine.running.awaited,
    metrics,
    baseUrl,
    listening(address: string): void {
      if (!env.PUBLIC_BASE_URL) url = address;
    },
    draining(): void {
      isDraining = true;
      setTimeout(keeper.stopAll, RUNS_STOP_MS).unref();
    },
    endStreams(): void {
      events.endFollowing();
      live.endFollowing();
    },
    /** Why this process cannot serve, in words; nothing when it can. */
    async findProblem(): Promise<string | undefined> {
      if (isDraining) return 'The process is stopping.';
      try {
        await database.ping();
      } catch {
        return 'The database does not answer.';
      }
      return live.healthy() ? undefined : 'News of other processes is not heard.';
    },
    async close(): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      authenticator.close();
      tools.close();
      gate.close();
      await queue.close(JOBS_STOP_MS);
      await keeper.close();
      await events.close();
      await keeper.release().catch(() => {});
      await egress.close();
      await keyUse.close();
      await live.close();
      await database.close();
    },
  };
}

export type App = Awaited<ReturnType<typeof openApp>>;
