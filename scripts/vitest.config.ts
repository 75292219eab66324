import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { resolveLikeNode, testEnvironment } from '../api/vitest.config.ts';
import { TestSummary } from './test-summary.ts';

const root = path.resolve(import.meta.dirname, '..');

// An embedded database in each worker takes about half a gigabyte, hence the upper bound.
const maxWorkers = Math.min(4, Math.max(2, availableParallelism() - 1));

const scripts = {
  test: { name: 'scripts', root: path.join(root, 'scripts'), include: ['**/*.test.{ts,mjs}'] },
};

// After the others: a browser beside full workers would only measure how busy the machine is.
const browser = {
  ...resolveLikeNode,
  test: {
    name: 'browser',
    root: path.join(root, 'web'),
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    env: testEnvironment,
    pool: 'forks' as const,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { groupOrder: 1 },
  },
};

const soak = {
  ...resolveLikeNode,
  test: {
    name: 'soak',
    root: path.join(root, 'api'),
    include: ['**/*.soak.test.ts'],
    environment: 'node',
    env: testEnvironment,
    pool: 'forks' as const,
    fileParallelism: false,
    testTimeout: 60 * 60_000,
    hookTimeout: 5 * 60_000,
  },
};

export default defineConfig({
  test: {
    root,
    maxWorkers,
    reporters: ['default', new TestSummary()],
    projects: process.env.SOAK ? [soak] : ['api', 'web', scripts, browser],
  },
});
