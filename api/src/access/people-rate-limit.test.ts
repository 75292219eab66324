import { expect, it } from 'vitest';
import { createAttemptCounter } from './people-rate-limit.ts';

const RULE = { window: 60, max: 3 };

it('allows so many attempts a window, says when to come back, and starts anew afterwards', async () => {
  let now = 1_000_000;
  const attempts = createAttemptCounter(() => now);
  for (let count = 0; count < 3; count++) {
    expect(await attempts.consume('a', RULE)).toEqual({ allowed: true, retryAfter: null });
    now += 10_000;
  }
  expect(await attempts.consume('a', RULE)).toEqual({ allowed: false, retryAfter: 30 });
  expect(await attempts.consume('b', RULE)).toEqual({ allowed: true, retryAfter: null });
  now += 30_000;
  expect(await attempts.consume('a', RULE)).toEqual({ allowed: true, retryAfter: null });
});

it('never locks out steady traffic below the limit', async () => {
  let now = 0;
  const attempts = createAttemptCounter(() => now);
  for (let count = 0; count < 100; count++) {
    expect((await attempts.consume('office', RULE)).allowed).toBe(true);
    now += 25_000;
  }
});

it('still counts after very many addresses have been seen', async () => {
  let now = 0;
  const attempts = createAttemptCounter(() => now);
  for (let count = 0; count < 60_000; count++) await attempts.consume(`flood ${count}`, RULE);
  now += 1;
  const verdicts = [];
  for (let count = 0; count < 4; count++) verdicts.push((await attempts.consume('late', RULE)).allowed);
  expect(verdicts).toEqual([true, true, true, false]);
});
