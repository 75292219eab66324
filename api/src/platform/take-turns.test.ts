import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './take-turns.ts';

it('lets so many work at a time, in the order of coming, and goes on after a failure', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  let busy = 0;
  let most = 0;
  const work = (at: number) => async () => {
    begun.push(at);
    busy += 1;
    most = Math.max(most, busy);
    await sleep(2);
    busy -= 1;
    if (at % 3 === 0) throw new Error(`${at}`);
    return at;
  };
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => inTurn(work(at))));
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(2);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await inTurn(async () => 'free')).toBe('free');
});
