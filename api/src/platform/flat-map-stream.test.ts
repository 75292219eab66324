import { expect, it } from 'vitest';
import { flatMapStream } from './flat-map-stream.ts';
import { openLive } from './live.ts';

async function* count(upTo: number) {
  for (let at = 1; at <= upTo; at += 1) yield at;
}

it('leaves out, keeps and multiplies values in their order', async () => {
  const stream = flatMapStream(count(4), (value) => Array.from({ length: value % 3 }, () => value));
  const read: number[] = [];
  for await (const value of stream) read.push(value);
  expect(read).toEqual([1, 2, 2, 4]);
});

it('ends at once for a reader that waits for news which never comes', async () => {
  const live = await openLive({ kind: 'memory' });
  const stream = flatMapStream(live.follow('t'), (bell) => [bell]);
  const waiting = stream.next();
  await stream.return!();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  await live.close();
});
