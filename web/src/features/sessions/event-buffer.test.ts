import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BufferView, createEventBuffer } from './event-buffer.ts';
import { anEvent } from './sessions-test-kit.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openBuffer(limit?: number) {
  const views: BufferView[] = [];
  const buffer = createEventBuffer((view) => views.push(view), limit);
  const add = (...numbers: number[]) => {
    for (const number of numbers) buffer.add(anEvent(number));
  };
  const numbers = () => views.at(-1)?.events.map(({ seq }) => seq);
  return { buffer, views, add, numbers };
}

describe('the events that a page keeps', () => {
  it('are drawn together when they come together', () => {
    const { views, add, numbers } = openBuffer();
    add(1, 2, 3);
    expect(views).toEqual([]);
    vi.runAllTimers();
    expect(views).toHaveLength(1);
    expect(numbers()).toEqual([1, 2, 3]);
  });

  it('are the newest, and no more than the limit', () => {
    const { views, add, numbers } = openBuffer(3);
    add(1, 2, 3, 4, 5);
    vi.runAllTimers();
    expect(numbers()).toEqual([3, 4, 5]);
    expect(views.at(-1)?.received).toBe(5);
  });

  it('stand still while paused; all that came meanwhile appears afterwards, in order', () => {
    const { buffer, views, add, numbers } = openBuffer();
    add(1);
    buffer.pause();
    expect(numbers()).toEqual([1]);
    add(2, 3);
    vi.runAllTimers();
    expect(views.at(-1)).toMatchObject({ paused: true, waiting: 2 });
    expect(numbers()).toEqual([1]);
    add(4);
    buffer.resume();
    expect(numbers()).toEqual([1, 2, 3, 4]);
    expect(views.at(-1)).toMatchObject({ paused: false, waiting: 0, received: 4 });
  });
});
