import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** One batch at a time, each held until it is let go, or fails. */
function open(more: { mostWaiting?: number; mostWaitingSize?: number } = {}) {
  const held: ((failure?: Error) => void)[] = [];
  const group = createGroupCommit<string, string>({
    write: async (batch) => {
      const failure = await new Promise<Error | undefined>((resolve) => held.push(resolve));
      if (failure) throw failure;
      return batch.map((item) => item.toUpperCase());
    },
    keysOf: () => [],
    sizeOf: (item) => item.length,
    lanes: 1,
    mostItems: 100,
    mostSize: 1_000,
    mostWaiting: 1_000,
    mostWaitingSize: 1_000,
    refuse: () => new Error('too much'),
    ...more,
  });
  const letGo = async (failure?: Error) => {
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    held.shift()!(failure);
  };
  return { group, letGo };
}

describe('what waits to be written', () => {
  it.each([
    ['by number', { mostWaiting: 3 }],
    ['by size', { mostWaitingSize: 30 }],
  ])('is bounded %s: whoever comes beyond is refused at once, and is welcome afterwards', async (_name, bounds) => {
    const { group, letGo } = open(bounds);
    const taken = Array.from({ length: 3 }, () => group.add('0123456789'));
    await expect(group.add('x')).rejects.toThrow('too much');
    await letGo();
    expect(await Promise.all(taken)).toEqual(Array(3).fill('0123456789'));
    const later = group.add('later');
    await letGo();
    expect(await later).toBe('LATER');
  });

  const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const reasonOf = (asked: Promise<string>) =>
    asked.then(
      () => 'written',
      (error: Error) => error.message,
    );

  it.each([
    ['is refused with what is on its way when the database is away', away(), 'connect'],
    ['has a turn of its own after another failure', new Error('too odd'), 'written'],
  ])('for long %s', async (_name, failure, becomes) => {
    const { group, letGo } = open({ mostWaiting: 2 });
    const first = reasonOf(group.add('first'));
    await new Promise((resolve) => setImmediate(resolve));
    const old = reasonOf(group.add('old'));
    await sleep(550);
    const young = reasonOf(group.add('young'));
    await letGo(failure);
    expect(await first).toBe(failure.message);
    await letGo();
    expect([await old, await young]).toEqual([becomes, 'written']);
    const later = Array.from({ length: 2 }, () => reasonOf(group.add('later')));
    await letGo();
    expect(await Promise.all(later)).toEqual(['written', 'written']);
  });
});
