import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is really held, in bytes: the heap and what hangs on it, once everything that may go is gone. */
export async function heldMemory(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await sleep(20);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
