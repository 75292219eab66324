import { check } from './check.mjs';
import { isWindows, runForeground } from './command.mjs';
import { develop } from './dev.mjs';
import { testEnvironment } from './environment.mjs';
import { commandFile, inRoot } from './paths.mjs';
import { prepare, prepareRuntime } from './prepare.mjs';
import { typeScriptEnvironment } from './runtime.mjs';
import { requireFreePort, serve, waitForStoppingServers } from './servers.mjs';
import { StepFailure } from './step-failure.mjs';
import { databaseClient, queryTypes, webBuild } from './steps.mjs';

const modes = {
  async start(args) {
    await waitForStoppingServers();
    await requireFreePort(process.env.PORT ?? '4000', process.env.HOST ?? '127.0.0.1', 'npm start');
    const runtime = await prepare(databaseClient, queryTypes, webBuild);
    return serve(runtime, ['api/src/main.ts', ...args], servingEnvironment(runtime));
  },

  async worker(args) {
    const runtime = await prepare(databaseClient);
    return serve(runtime, ['api/src/main.ts', '--worker', ...args], servingEnvironment(runtime));
  },

  async crib(args) {
    const runtime = await prepare(databaseClient);
    return runForeground(runtime.node, ['api/src/cli.ts', ...args], { env: servingEnvironment(runtime) });
  },

  async dev(args) {
    await waitForStoppingServers();
    await requireFreePort(process.env.PORT ?? '4000', process.env.HOST ?? '127.0.0.1', 'npm run dev');
    return develop(await prepare(databaseClient, queryTypes), args);
  },

  async test(args) {
    return vitest(await prepare(databaseClient, queryTypes, webBuild), args);
  },

  async soak(args) {
    return vitest(await prepare(databaseClient, queryTypes, webBuild), args, { SOAK: '1' });
  },

  async bench(args) {
    const runtime = await prepare(databaseClient, queryTypes, webBuild);
    return runForeground(runtime.node, ['api/bench/run.ts', ...args], { env: servingEnvironment(runtime) });
  },

  async check(args) {
    return check(await prepare(databaseClient, queryTypes), args);
  },

  // For developers: any command with our Node on its path, and our pnpm even while the lock file is stale.
  async exec([command = 'node', ...args]) {
    const runtime = await prepare(databaseClient);
    return runForeground(command, args, { env: typeScriptEnvironment(runtime), shell: isWindows });
  },

  async pnpm(args) {
    const runtime = await prepareRuntime();
    return runForeground(runtime.node, [runtime.pnpm, ...args], { env: runtime.env });
  },
};

export async function runMode(name = 'start', args = []) {
  try {
    if (!Object.hasOwn(modes, name)) {
      throw new StepFailure(`There is no "${name}" here. Known are: ${Object.keys(modes).join(', ')}.`);
    }
    process.exitCode = await modes[name](args);
  } catch (error) {
    console.error(error instanceof StepFailure ? error.message : error);
    process.exitCode = 1;
  }
}

function servingEnvironment(runtime) {
  const env = { NODE_COMPILE_CACHE: inRoot('.cache/compiled'), ...typeScriptEnvironment(runtime) };
  return process.env.NODE_ENV ? { ...env, NODE_ENV: process.env.NODE_ENV } : env;
}

function vitest(runtime, args, extra = {}) {
  const env = { ...testEnvironment(runtime.env), SPAWNED_NODE_OPTIONS: runtime.typeScriptOptions, ...extra };
  return runForeground(runtime.node, [commandFile('vitest'), 'run', '--config', 'scripts/vitest.config.ts', ...args], {
    env,
  });
}
