// Runs in a process of its own. Raw sockets: a client that costs as much as the server would measure itself.
import { once } from 'node:events';
import net from 'node:net';
import type { Load, Outcome } from './load.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

/** Reads answers one after the other off a connection. Each must announce its length. */
class AnswerReader {
  #pending: Buffer = Buffer.alloc(0);

  /** Whether an answer is complete with this chunk. */
  push(chunk: Buffer): boolean {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const headEnd = this.#pending.indexOf(HEAD_END);
    if (headEnd < 0) return false;
    const head = this.#pending.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`Not an answer to count: ${head}`);
    if (this.#pending.length < headEnd + HEAD_END.length + Number(length)) return false;
    this.#pending = Buffer.alloc(0);
    return true;
  }
}

function toRequest({ url, body }: Load, headers: Record<string, string>): Buffer {
  const { host, pathname } = new URL(url);
  const all = { host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

async function openConnections(load: Load): Promise<net.Socket[]> {
  const { hostname, port } = new URL(load.url);
  const sockets = Array.from({ length: load.connections }, () => net.connect(Number(port), hostname).setNoDelay(true));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

async function generate(load: Load): Promise<Outcome> {
  const requests = [load.headers ?? {}].flat().map((headers) => toRequest(load, headers));
  const sockets = await openConnections(load);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const work = (socket: net.Socket, at: number) =>
    new Promise<void>((resolve, reject) => {
      const reader = new AnswerReader();
      const request = requests[at % requests.length]!;
      let askedAt = 0;
      const ask = () => {
        askedAt = performance.now();
        socket.write(request);
      };
      socket.on('data', (chunk) => {
        try {
          if (!reader.push(chunk)) return;
        } catch (error) {
          return reject(error);
        }
        const now = performance.now();
        latencies.push(now - askedAt);
        if (now - startedAt < load.ms) return ask();
        socket.destroy();
        resolve();
      });
      socket.on('error', reject);
      ask();
    });
  await Promise.all(sockets.map(work));
  const seconds = (performance.now() - startedAt) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!;
  return { requests: latencies.length, perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) };
}

process.on('message', async (load: Load) => {
  try {
    process.send!(await generate(load));
  } catch (error) {
    process.send!({ failure: String(error) });
  }
});
