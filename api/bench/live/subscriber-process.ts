// Runs in a process of its own: many sockets that count what they hear.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { sharedNow } from './clock.ts';
import { createFrameReader, textFrame } from './socket-frames.ts';
import type { Aim, Opening, Reached, Told } from './subscribers.ts';

/** Sockets opened at once; more would not fit the queue of the listener. */
const WAVE = 100;
const HEAD_END = '\r\n\r\n';

const heard: number[] = [];
const sockets: net.Socket[] = [];
let aim: Aim = { frames: Number.POSITIVE_INFINITY, record: false };
let arrived = 0;
let arrivals: number[][] = [];
let sample = '';

function hear(at: number, payload: Buffer): void {
  const count = heard[at]! + 1;
  heard[at] = count;
  if (sample === '') sample = payload.toString();
  if (aim.record) {
    arrivals[count] ??= [];
    arrivals[count].push(sharedNow());
  }
  if (count !== aim.frames) return;
  arrived += 1;
  if (arrived === sockets.length) tellReached();
}

function tellReached(): void {
  const reached: Reached = { at: sharedNow(), sample, arrivals: arrivals.filter(Boolean) };
  process.send!({ reached } satisfies Told);
}

/** Shakes hands, says the words of the protocol one after the other, and counts from then on. */
async function openOne({ url, words }: Opening, at: number): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const socket = net.connect(Number(port), hostname).setNoDelay(true);
  sockets[at] = socket;
  heard[at] = 0;
  await once(socket, 'connect');
  const key = randomBytes(16).toString('base64');
  const head = [`GET ${pathname} HTTP/1.1`, `host: ${hostname}:${port}`, 'connection: Upgrade', 'upgrade: websocket'];
  const protocol = words.length > 0 ? ['sec-websocket-protocol: graphql-transport-ws'] : [];
  socket.write(
    [...head, 'sec-websocket-version: 13', `sec-websocket-key: ${key}`, ...protocol].join('\r\n') + HEAD_END,
  );
  const opened = Promise.withResolvers<void>();
  const left = [...words];
  const speak = () => {
    const word = left.shift();
    if (word) socket.write(textFrame(word));
    if (left.length === 0) opened.resolve();
  };
  const read = createFrameReader({
    text: (payload) => (left.length > 0 ? speak() : hear(at, payload)),
    answer: (frame) => void socket.write(frame),
  });
  let greeting = '';
  let isGreeted = false;
  socket.on('data', (chunk) => {
    if (isGreeted) return read(chunk);
    greeting += chunk.toString('latin1');
    const end = greeting.indexOf(HEAD_END);
    if (end < 0) return;
    if (!greeting.startsWith('HTTP/1.1 101')) return opened.reject(new Error(greeting));
    isGreeted = true;
    speak();
    const rest = greeting.slice(end + HEAD_END.length);
    if (rest !== '') read(Buffer.from(rest, 'latin1'));
  });
  socket.on('error', opened.reject);
  socket.on('close', () => {
    // Those that were replaced are no loss; one that the server closed would be waited for without end.
    if (sockets[at] === socket) process.send!({ failure: 'The server closed a socket.' } satisfies Told);
  });
  await opened.promise;
}

async function open(opening: Opening): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  heard.length = 0;
  sample = '';
  aim = opening.aim ?? { frames: Number.POSITIVE_INFINITY, record: false };
  arrived = 0;
  arrivals = [];
  sockets.length = opening.sockets;
  for (let from = 0; from < opening.sockets; from += WAVE) {
    const wave = Array.from({ length: Math.min(WAVE, opening.sockets - from) }, (_, at) => openOne(opening, from + at));
    await Promise.all(wave);
  }
}

process.on('message', async (message: { open: Opening } | { aim: Aim }) => {
  try {
    if ('open' in message) await open(message.open);
    else {
      aim = message.aim;
      arrivals = [];
      arrived = heard.filter((count) => count >= aim.frames).length;
    }
    process.send!({ ready: true } satisfies Told);
    if ('aim' in message && arrived === sockets.length) tellReached();
  } catch (error) {
    process.send!({ failure: String(error) } satisfies Told);
  }
});
