import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTogether } from './send-together.ts';

/** A line that notes what goes out in one system call. */
function openLine() {
  const calls: string[] = [];
  const line = new Duplex({
    decodeStrings: false,
    read() {},
    write(chunk, _encoding, done) {
      calls.push(chunk);
      done();
    },
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => chunk).join(' '));
      done();
    },
  });
  const sendsMore = createTogether(line);
  return {
    calls,
    send(text: string) {
      sendsMore();
      line.write(text);
    },
  };
}

it('the first of a turn goes at once, the rest of it together, and nothing waits longer than that', async () => {
  const [mine, other] = [openLine(), openLine()];
  mine.send('one');
  other.send('alone');
  expect(mine.calls).toEqual(['one']);
  for (const text of ['two', 'three', 'four']) mine.send(text);
  expect(mine.calls).toEqual(['one']);
  await nextTurn();
  expect(mine.calls).toEqual(['one', 'two three four']);
  expect(other.calls).toEqual(['alone']);
  mine.send('five');
  expect(mine.calls.at(-1)).toBe('five');
  mine.send('six');
  await nextTurn();
  expect(mine.calls.at(-1)).toBe('six');
});
