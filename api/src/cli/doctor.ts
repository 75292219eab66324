import type { Env } from '#platform/env.ts';
import { command, type Tools } from './command.ts';
import { withPatience } from './connect.ts';
import { checkBellBetween } from './doctor-bell.ts';
import { type Check, fail, ok, showChecks, warn } from './doctor-check.ts';
import { judgeDatabase } from './doctor-database.ts';
import { checkDisk, checkFolder, checkNode, checkSettings } from './doctor-machine.ts';
import { checkBellOf, checkServer } from './doctor-process.ts';
import { toFailure } from './failure.ts';
import { siteOf } from './http-transport.ts';
import { databaseExists, knownMigrations, openDatabaseOf } from './open-database.ts';
import { askStatus } from './operator-status.ts';
import { findRunning } from './running-process.ts';
import { isOperatorKey } from './transport.ts';

const NO_PROCESS = warn('process', 'No process serves this data folder.', 'Start it: npm start');
const NO_DATABASE = warn('database', 'There is none yet.', 'The first start makes it: npm start');

/** Through the process that holds the database. */
async function checkThrough(url: string, { crib }: Tools): Promise<Check[]> {
  const { credential, ask } = await crib();
  if (!isOperatorKey(credential)) {
    await ask('query CribViewer { viewer { kind } }');
    return [ok('key', 'accepted; the rest needs the key of the operator')];
  }
  const { production, report } = await askStatus(ask);
  const surroundings = { production, known: knownMigrations(), now: new Date(), serves: true };
  return [...judgeDatabase(report, surroundings), await checkBellOf(url)];
}

/** By opening the database, while nobody serves it. */
async function checkAlone(env: Env): Promise<Check[]> {
  if (!databaseExists(env)) return [NO_DATABASE];
  const { reportDatabase } = await import('#platform/database-report.ts');
  const database = await withPatience(env.DATA_DIR, () => openDatabaseOf(env));
  try {
    const report = await reportDatabase(async (sql) => (await database.owner.query(sql)).rows);
    const surroundings = { production: env.production, known: knownMigrations(), now: new Date(), serves: false };
    const checks = judgeDatabase(report, surroundings);
    // The serving role comes with the migrations; before them its connections cannot work.
    if (report.migrations.length > 0) await database.ping();
    return [...checks, await checkBellBetween(env, database)];
  } finally {
    await database.close();
  }
}

async function checkInstallation(env: Env, tools: Tools): Promise<Check[]> {
  if (env.TOOLCRIB_URL) {
    const url = siteOf(env.TOOLCRIB_URL);
    const server = await checkServer(url);
    return [server, ...(server.status === 'ok' ? await attempt(() => checkThrough(url, tools)) : [])];
  }
  const running = await findRunning(env.DATA_DIR);
  const machine = [checkSettings(env), checkFolder(env), await checkDisk(env)].filter((check) => check !== undefined);
  return [
    ...machine,
    running ? await checkServer(running.url) : NO_PROCESS,
    ...(await attempt(() => (running ? checkThrough(running.url, tools) : checkAlone(env)))),
  ];
}

async function attempt(look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    const { code, message } = toFailure(error);
    return [fail(code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' ? 'key' : 'database', message)];
  }
}

async function examine(tools: Tools): Promise<Check[]> {
  const node = checkNode(process.versions.node);
  try {
    return [node, ...(await checkInstallation(tools.env(), tools))];
  } catch (error) {
    return [node, fail('configuration', toFailure(error).message)];
  }
}

export const doctor = command({
  name: 'doctor',
  description: 'Looks at this installation and says what to do; exits with 1 when something fails.',
  async run(_given, tools) {
    const checks = await examine(tools);
    const healthy = checks.every(({ status }) => status !== 'fail');
    return { data: { healthy, checks }, text: showChecks(checks, tools.terminal), exitCode: healthy ? 0 : 1 };
  },
});
