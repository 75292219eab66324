import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../prisma/migrations');

/** A PostgreSQL database of its own for one test file, made through a login that may create databases. */
export async function createScratchDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(serverUrl, name) };
}

/**
 * On a busy machine a session that was told to go may need longer than PostgreSQL waits for it, and the server's own
 * housekeeping cannot be told to go at all.
 */
async function drop(serverUrl: string, name: string, attempts = 20): Promise<void> {
  try {
    await run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } catch (error) {
    if (attempts <= 1) throw error;
    await sleep(250);
    await drop(serverUrl, name, attempts - 1);
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A door in front of a database server that can be shut, or left open with nobody behind it. */
export async function openProxy(targetUrl: string) {
  const target = new URL(targetUrl);
  const pairs = new Set<[net.Socket, net.Socket]>();
  let isSilent = false;
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port || 5432), target.hostname);
    const pair: [net.Socket, net.Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as typeof pair]) {
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${port}`;
  const cut = () => {
    for (const [near] of pairs) near.destroy();
  };
  return {
    url: url.href,
    cut,
    /** Like a server that is paused: connections stay, answers do not come. */
    silence() {
      isSilent = true;
    },
    /** What was swallowed is gone, so its connections are of no more use. */
    speak() {
      isSilent = false;
      cut();
    },
    async shut() {
      server.close();
      cut();
    },
    reopen: () => once(server.listen(port, '127.0.0.1'), 'listening'),
    async close() {
      server.close();
      cut();
    },
  };
}
