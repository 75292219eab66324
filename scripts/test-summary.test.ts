import { expect, it } from 'vitest';
import { describeSkipped } from './test-summary.ts';

const skipped = (file: string, name: string, { note, source = '' }: { note?: string; source?: string } = {}) => ({
  file,
  name,
  note,
  source,
});

it('names every test that was left out, below what the machine lacks for it', () => {
  const lines = describeSkipped(
    [
      skipped('api/src/access/rls.test.ts', 'row-level security on PostgreSQL > hides other tenants'),
      skipped('api/src/platform/live.test.ts', 'the bell over Redis > rings', {
        source: 'process.env.TEST_DATABASE_URL',
      }),
      skipped('web/e2e/sign-in.test.ts', 'signs in through the link', { source: 'describe.skipIf(!chromiumPath)' }),
      skipped('api/src/platform/power.test.ts', 'survives a power cut', { note: 'needs a plug' }),
      skipped('api/src/platform/other.test.ts', 'not yet'),
    ],
    {},
  );
  expect(lines).toEqual([
    expect.stringContaining('PostgreSQL is missing here (set TEST_DATABASE_URL'),
    '    api/src/access/rls.test.ts > row-level security on PostgreSQL > hides other tenants',
    expect.stringContaining('Redis is missing here (set TEST_REDIS_URL'),
    '    api/src/platform/live.test.ts > the bell over Redis > rings',
    expect.stringContaining('Chromium is missing here'),
    '    web/e2e/sign-in.test.ts > signs in through the link',
    '  needs a plug: 1',
    '    api/src/platform/power.test.ts > survives a power cut',
    '  left out by the test itself: 1',
    '    api/src/platform/other.test.ts > not yet',
  ]);
});

it('does not blame a missing database that is there', () => {
  const lines = describeSkipped([skipped('api/src/rls.test.ts', 'on PostgreSQL')], {
    TEST_DATABASE_URL: 'postgres://there',
  });
  expect(lines[0]).toBe('  left out by the test itself: 1');
});
