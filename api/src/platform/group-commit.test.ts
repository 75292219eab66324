import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** One batch at a time, each held until it is let go. */
function open(more: { mostWaiting?: number; mostWaitingSize?: number }) {
  const held: (() => void)[] = [];
  const group = createGroupCommit<string, string>({
    write: async (batch) => {
      await new Promise<void>((resolve) => held.push(resolve));
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
  const letGo = async () => {
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    held.shift()!();
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
});
