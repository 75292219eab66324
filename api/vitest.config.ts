import { configDefaults, defineConfig } from 'vitest/config';

// Vite would add the "development" condition, for which graphql answers with a second copy of itself, while packages
// that Node loads get the first: types of one are strangers to the other. So resolve exactly as Node does.
const conditions = ['module-sync', 'node'];
export const resolveLikeNode = { resolve: { conditions }, ssr: { resolve: { conditions } } };

// Where Node is too old for TypeScript, the launcher names the loader that servers started by tests need.
const nodeOptions = process.env.SPAWNED_NODE_OPTIONS;
export const testEnvironment = { NODE_ENV: 'test', ...(nodeOptions ? { NODE_OPTIONS: nodeOptions } : {}) };

/** These start databases and processes of their own, or need none, whatever else the tests run on: once is enough. */
const ONCE = [
  'test/processes/{configuration,crash-postgres,crash-pure-runs,crash-runs,crash-steps,first-start,gated-runs,kill,leaks,log,phone-home,runs-database-away,second-process,stop,stop-runs}.test.ts',
  'src/cli/{prune-tools,receipts,run-cli}.test.ts',
  'src/platform/pglite-*.test.ts',
  'src/toolkit/**/*.test.ts',
  'src/{architecture,toolbox}.test.ts',
];
const elsewhere = process.env.TEST_DATABASE === 'postgres' ? ONCE : [];

export default defineConfig({
  ...resolveLikeNode,
  test: {
    name: 'api',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.soak.test.ts', ...elsewhere],
    environment: 'node',
    env: testEnvironment,
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
