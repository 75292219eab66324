import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 20;
const LOOKS = 25;
const DEADLINE_MS = 6_000;

/**
 * Ends the connections of a server without cutting an answer short. node:http takes an answer for done once it is
 * written, although a slow reader may not have it yet, so we count for ourselves.
 */
export function watchConnections(server: Server) {
  const open = new Map<Socket, ServerResponse | undefined>();
  let isEnding = false;

  server.on('connection', (socket: Socket) => {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  // A socket that became something else is ended by whoever made it so.
  server.on('upgrade', (_req, socket: Socket) => open.delete(socket));
  server.on('request', (req, res: ServerResponse) => {
    const { socket } = req;
    open.set(socket, res);
    if (isEnding) res.setHeader('connection', 'close');
    res.once('close', () => {
      if (open.get(socket) !== res) return;
      open.set(socket, undefined);
      if (isEnding) socket.destroySoon();
    });
  });

  /**
   * A request may be on its way down a connection that waits. Every answer now ends its connection, so after a while
   * those left have nothing to say. Counted in looks and not by the clock: a process that was not given the processor
   * has not looked.
   */
  async function untilNoticed(): Promise<void> {
    for (let looks = 0; looks < LOOKS && open.size > 0; looks++) await sleep(LOOK_MS);
  }

  return {
    /** Lets what runs finish and takes no new work. */
    async end(): Promise<void> {
      isEnding = true;
      for (const res of open.values()) if (res && !res.headersSent) res.setHeader('connection', 'close');
      await untilNoticed();
      // Not the method of node:http, which would also destroy connections by its own count.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      for (const [socket, res] of open) if (!res) socket.destroySoon();
      const deadline = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, DEADLINE_MS);
      await closed;
      clearTimeout(deadline);
    },
  };
}
