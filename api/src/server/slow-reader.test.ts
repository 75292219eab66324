import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hangUpOnStalled } from './slow-reader.ts';

const PATIENCE_MS = 300;
const MUCH = Array<string>(4_000).fill('x'.repeat(16_384));

const server = createServer();
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

/** An answer that is far larger than what the lines between hold, and a reader that does not read yet. */
async function openAnswer(): Promise<{ res: ServerResponse; reader: net.Socket }> {
  const reader = net.connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  reader.on('error', () => {});
  reader.write('GET / HTTP/1.1\r\nhost: crib\r\n\r\n');
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
  hangUpOnStalled(res, PATIENCE_MS);
  return { res, reader };
}

describe('a stream over HTTP', () => {
  it('ends when its reader takes nothing any more', async () => {
    const { res, reader } = await openAnswer();
    Readable.from(MUCH).pipe(res);
    const began = performance.now();
    await once(res, 'close');
    expect(performance.now() - began).toBeLessThan(3 * PATIENCE_MS);
    reader.destroy();
  });

  it('stays while its reader is slow but reads, or while there is nothing to tell', async () => {
    const { res, reader } = await openAnswer();
    res.flushHeaders();
    await sleep(2 * PATIENCE_MS);
    Readable.from(MUCH).pipe(res);
    let read = 0;
    for (let turn = 0; turn < 10; turn += 1) {
      reader.once('data', (chunk) => {
        read += chunk.length;
      });
      reader.resume();
      await sleep(5);
      reader.pause();
      await sleep(PATIENCE_MS / 4);
    }
    expect(res.destroyed).toBe(false);
    expect(read).toBeGreaterThan(0);
    reader.destroy();
  });
});
