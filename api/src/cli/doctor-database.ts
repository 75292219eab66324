import type { DatabaseReport } from '#platform/database-report.ts';
import { type Check, fail, ok, warn } from './doctor-check.ts';

const WARN_QUEUE_SECONDS = 60;
const WARN_CLOCK_MS = 5_000;
const FAIL_CLOCK_MS = 60_000;

export type Surroundings = {
  production: boolean;
  /** The migrations that this release comes with. */
  known: string[];
  now: Date;
  /** Whether a process runs that would do the jobs. */
  serves: boolean;
};

function judgeMigrations({ migrations }: DatabaseReport, { known, serves }: Surroundings): Check {
  const name = 'migrations';
  const pending = known.filter((migration) => !migrations.includes(migration));
  const newer = migrations.filter((migration) => !known.includes(migration));
  if (newer.length > 0) {
    const message = `The database has ${newer[0]}, which this release does not know.`;
    return fail(name, message, 'Use the newer release, or restore a backup from before.');
  }
  if (pending.length === 0) return ok(name, `${migrations.length} applied, none pending`);
  const message = `${pending.length} pending: ${pending.join(', ')}.`;
  const action = serves ? 'Restart the server.' : 'Run: npm run crib -- migrate';
  return serves ? fail(name, message, action) : warn(name, message, action);
}

function judgeWalls(report: DatabaseReport, { production }: Surroundings): Check {
  const name = 'tenant walls';
  if (report.kind === 'embedded') return ok(name, 'one wall: the embedded database has no roles');
  if (report.migrations.length === 0) return warn(name, 'not built yet.', 'Run: npm run crib -- migrate');
  if (!report.servingRoleIsBound) {
    const message = 'The role toolcrib_app is missing, a superuser, or exempt from row-level security.';
    return fail(name, message, 'Run: ALTER ROLE toolcrib_app NOSUPERUSER NOBYPASSRLS');
  }
  if (report.unguardedTables.length > 0) {
    const tables = report.unguardedTables.join(', ');
    const action = 'Run on each: ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY';
    return fail(name, `Row-level security is not forced on ${tables}.`, action);
  }
  if (report.ownerIsSuperuser) {
    const message = `${report.ownerRole} of DATABASE_URL is a superuser.`;
    const action = 'Give the database an owner who is none.';
    return production ? fail(name, message, action) : warn(name, message, action);
  }
  return ok(name, 'row-level security is forced, and binds the serving role');
}

function judgeQueue({ queue }: DatabaseReport, { serves }: Surroundings): Check {
  const name = 'queue';
  const shown = `${queue.queued} queued, ${queue.failed} failed`;
  if (serves && queue.oldestQueuedSeconds > WARN_QUEUE_SECONDS) {
    const message = `${shown}; the oldest has waited ${Math.round(queue.oldestQueuedSeconds)} s.`;
    return warn(name, message, 'Is a worker running? Start one: npm run worker');
  }
  if (queue.failed > 0) return warn(name, `${shown}.`, 'The log of the worker says why.');
  return ok(name, shown);
}

function judgeClock({ time }: DatabaseReport, { now }: Surroundings): Check {
  const apart = Math.abs(time.getTime() - now.getTime());
  const message = `${(apart / 1_000).toFixed(1)} s apart from the clock of the database`;
  const action = 'Set both by NTP: links and keys expire by the clock.';
  if (apart > FAIL_CLOCK_MS) return fail('clock', `${message}.`, action);
  return apart > WARN_CLOCK_MS ? warn('clock', `${message}.`, action) : ok('clock', message);
}

/** What a report means here. */
export function judgeDatabase(report: DatabaseReport, surroundings: Surroundings): Check[] {
  const shown = report.kind === 'embedded' ? `embedded, PostgreSQL ${report.version}` : `PostgreSQL ${report.version}`;
  return [
    ok('database', shown),
    judgeMigrations(report, surroundings),
    judgeWalls(report, surroundings),
    judgeQueue(report, surroundings),
    judgeClock(report, surroundings),
  ];
}
