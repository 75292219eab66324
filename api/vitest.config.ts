import { configDefaults, defineConfig } from 'vitest/config';

// Vite would add the "development" condition, for which graphql answers with a second copy of itself, while packages
// that Node loads get the first: types of one are strangers to the other. So resolve exactly as Node does.
const conditions = ['module-sync', 'node'];
export const resolveLikeNode = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  ...resolveLikeNode,
  test: {
    name: 'api',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.soak.test.ts'],
    environment: 'node',
    env: { NODE_ENV: 'test' },
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
