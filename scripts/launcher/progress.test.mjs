import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startProgress } from './progress.mjs';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function fakeOutput(isTTY) {
  const written = [];
  return { isTTY, columns: 40, written, write: (text) => written.push(text) };
}

it('prints plain lines where there is no terminal, and news of a step that takes long', () => {
  const out = fakeOutput(false);
  const progress = startProgress('Install packages', { out });
  progress.note('\x1b[36mdownloaded 300\x1b[0m\n');
  vi.advanceTimersByTime(21_000);
  progress.succeed();
  expect(out.written).toEqual([
    '… Install packages\n',
    '… Install packages, still at it after 20 s: downloaded 300\n',
    '✓ Install packages  21.0 s\n',
  ]);
});

it('keeps one moving line, never wider than the terminal, and leaves one line behind', () => {
  const out = fakeOutput(true);
  const progress = startProgress('Install packages', { out });
  progress.note('a very long line of news that would wrap around');
  vi.advanceTimersByTime(3_000);
  progress.fail();
  const [first, ...rest] = out.written;
  expect(first.replace('\r\x1b[2K', '')).toMatch(/^. Install packages {2}0 s/);
  expect(rest.every((text) => text.startsWith('\r\x1b[2K'))).toBe(true);
  expect(Math.max(...rest.map((text) => text.replace('\r\x1b[2K', '').length))).toBeLessThanOrEqual(40);
  expect(out.written.at(-1)).toBe('\r\x1b[2K✗ Install packages  3.0 s\n');
});
