import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import api, { resolveLikeNode, testEnvironment } from '../api/vitest.config.ts';
import web from '../web/vitest.config.ts';
import { TestSummary } from './test-summary.ts';

const root = path.resolve(import.meta.dirname, '..');

// An embedded database in each worker takes about half a gigabyte, hence the upper bound. Projects do not inherit it,
// and projects that run side by side must agree on it.
const maxWorkers = Math.min(4, Math.max(2, availableParallelism() - 1));

const scripts = defineConfig({ test: { name: 'scripts', include: ['**/*.test.{ts,mjs}'] } });

// After the others: a browser beside full workers would only measure how busy the machine is.
const browser = defineConfig({
  ...resolveLikeNode,
  test: {
    name: 'browser',
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    env: testEnvironment,
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 120_000,
    sequence: { groupOrder: 1 },
  },
});

/** The counts that `npm test` cuts short, in full: the same tests, long. */
const LONG = [
  '**/*.soak.test.ts',
  'src/platform/pglite-crash.test.ts',
  'src/features/executions/run-lives.test.ts',
  'test/processes/{crash-pure-runs,crash-runs,gated-runs,kill,leaks}.test.ts',
];

const soak = defineConfig({
  ...resolveLikeNode,
  test: {
    name: 'soak',
    include: LONG,
    environment: 'node',
    env: {
      ...testEnvironment,
      SOAK_KILLS: process.env.SOAK_KILLS ?? '200',
      SOAK_TURNS: process.env.SOAK_TURNS ?? '100000',
      SOAK_GATED: process.env.SOAK_GATED ?? '10000',
      SOAK_PAUSED: process.env.SOAK_PAUSED ?? '10000',
    },
    pool: 'forks',
    testTimeout: 60 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});

function project(folder: string, config: object, workers = maxWorkers) {
  // A busy machine of the CI may try once more; the summary names each test that needed it, for somebody to look at.
  const retry = process.env.CI ? 1 : 0;
  return mergeConfig(config, { root: path.join(root, folder), test: { maxWorkers: workers, retry } });
}

/** Beside what the benchmarks found. */
const written: ['json', { outputFile: string }] = ['json', { outputFile: 'api/bench/results/soak.json' }];

export default defineConfig({
  test: {
    root,
    reporters: ['default', new TestSummary(), ...(process.env.SOAK ? [written] : [])],
    projects: process.env.SOAK
      ? [project('api', soak, 1)]
      : [project('api', api), project('web', web), project('scripts', scripts), project('web', browser)],
  },
});
