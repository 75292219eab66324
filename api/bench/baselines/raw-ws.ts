// The floor: `ws` that sends the same text to everybody who is connected.
import { createServer } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { sharedNow } from '../live/clock.ts';
import type { Told } from '../live/live-servers.ts';
import { tellAddress } from './tell-address.ts';

const server = createServer();
const lines = new WebSocketServer({ server });
let text = '';

async function send(times: number, gapMs: number): Promise<number[]> {
  const moments: number[] = [];
  for (let count = 0; count < times; count++) {
    moments.push(sharedNow());
    for (const line of lines.clients) line.send(text);
    await (gapMs === 0 ? turn() : sleep(gapMs));
  }
  return moments;
}

process.on('message', async (told: Told) => {
  if ('say' in told) {
    text = told.say;
    process.send!(text);
  } else if ('send' in told) process.send!(await send(told.send, told.gapMs));
});
tellAddress(server);
