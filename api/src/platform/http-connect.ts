import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { type Lookup, resolveTarget } from './http-target.ts';

const CONNECT_MS = 5_000;

/**
 * Makes connections for the pool. The name is looked up once for each connection, all its addresses are judged, and the
 * connection goes to one of exactly those, so a name that changes its mind in between changes nothing.
 */
export function createConnector(rules: { admitted: readonly string[]; lookup: Lookup }) {
  const connectTo = buildConnector({ timeout: CONNECT_MS }) as (
    ...given: Parameters<buildConnector.connector>
  ) => Socket;
  const waiting = new Map<string, number>();
  const connecting = new Map<string, Set<Socket>>();

  function connectOnce(origin: string, options: buildConnector.Options): Promise<Socket> {
    const sockets = connecting.get(origin) ?? new Set();
    connecting.set(origin, sockets);
    let socket: Socket;
    return new Promise<Socket>((resolve, reject) => {
      socket = connectTo(options, (error, connected) => (connected ? resolve(connected) : reject(error)));
      sockets.add(socket);
    }).finally(() => {
      sockets.delete(socket);
      if (sockets.size === 0) connecting.delete(origin);
    });
  }

  async function open(options: buildConnector.Options): Promise<Socket> {
    const { hostname, host, protocol, port } = options;
    const origin = `${protocol}//${host}`;
    const number = Number(port || (protocol === 'https:' ? 443 : 80));
    let failure: unknown = new Error('Nobody waits for this connection any more.');
    for (const address of await resolveTarget(hostname, number, rules)) {
      if (!waiting.has(origin)) break;
      try {
        return await connectOnce(origin, { ...options, hostname: address, servername: isIP(hostname) ? '' : hostname });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  return {
    connect: ((options, done) => {
      open(options).then(
        (socket) => done(null, socket),
        (error) => done(error, null),
      );
    }) satisfies buildConnector.connector,
    /** Until the answer is called, somebody waits for a connection to this origin; after the last one it is given up. */
    wait(origin: string): () => void {
      waiting.set(origin, (waiting.get(origin) ?? 0) + 1);
      return () => {
        const left = waiting.get(origin)! - 1;
        if (left > 0) return void waiting.set(origin, left);
        waiting.delete(origin);
        for (const socket of connecting.get(origin) ?? []) socket.destroy(new Error('The request was given up.'));
      };
    },
  };
}
