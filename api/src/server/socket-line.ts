import type { IncomingMessage } from 'node:http';
import { CloseCode, handleProtocols, type Server } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '#platform/log.ts';

/** What the protocol knows of the line it speaks over. */
export type Line = { socket: WebSocket; request: IncomingMessage };

const PING_MS = 12_000;
const GOODBYE_MS = 1_500;

/** WebSockets under the protocol. The library's own carrier writes its errors to the console; ours go to the log. */
export function openSocketLines(maxPayload: number, log: Log) {
  const lines = new WebSocketServer({ noServer: true, maxPayload, handleProtocols });

  function carry<State extends Line>(protocol: Server<State>, line: State): void {
    const { socket } = line;
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke its protocol'));
    let isAlive = true;
    socket.on('pong', () => {
      isAlive = true;
    });
    const heartbeat = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, PING_MS);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (data) =>
          new Promise((resolve, reject) => {
            if (socket.readyState !== socket.OPEN) return resolve();
            socket.send(data, (error) => (error ? reject(error) : resolve()));
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (hear) =>
          socket.on('message', async (message) => {
            try {
              await hear(String(message));
            } catch (error) {
              log.error({ err: error }, 'a message of a socket could not be handled');
              socket.close(CloseCode.InternalServerError, 'Internal server error');
            }
          }),
      },
      line,
    );
    socket.once('close', (code, reason) => {
      clearInterval(heartbeat);
      void closed(code, String(reason));
    });
  }

  return {
    carry,
    handleUpgrade: lines.handleUpgrade.bind(lines),
    count: () => lines.clients.size,
    /** Says goodbye to everybody, and hangs up on those who do not answer. */
    async close(code: number, reason: string): Promise<void> {
      for (const socket of lines.clients) socket.close(code, reason);
      const impatience = setTimeout(() => {
        for (const socket of lines.clients) socket.terminate();
      }, GOODBYE_MS);
      await new Promise((resolve) => lines.close(resolve));
      clearTimeout(impatience);
    },
  };
}
