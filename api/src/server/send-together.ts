import type { Duplex } from 'node:stream';

/** Counts turns of the event loop, as far as somebody was sent something in them. */
let turn = 0;
let held: Duplex[] = [];
let isCounting = false;

function endTurn(): void {
  turn += 1;
  isCounting = false;
  const lines = held;
  held = [];
  for (const line of lines) line.uncork();
}

/**
 * Called before something is written to a line. The first of a turn goes at once; what follows in the same turn travels
 * together at its end, since a system call costs more than making what it sends.
 */
export function createTogether(line: Duplex): () => void {
  let last = -1;
  let isHeld = false;
  return () => {
    if (!isCounting) {
      isCounting = true;
      setImmediate(endTurn);
    }
    if (last !== turn) {
      last = turn;
      isHeld = false;
    } else if (!isHeld) {
      isHeld = true;
      line.cork();
      held.push(line);
    }
  };
}
