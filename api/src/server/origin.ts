import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether a browser sent this for another site. Requests without an Origin do not come from a page. */
export function isForeignOrigin(req: IncomingMessage, baseUrl: string): boolean {
  const { origin } = req.headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  const own = new URL(baseUrl);
  if (from.origin === own.origin) return false;
  // On one's own machine the two names of it are the same place.
  const sameMachine = LOOPBACK.has(from.hostname) && LOOPBACK.has(own.hostname);
  return !(sameMachine && from.port === own.port && from.protocol === own.protocol);
}
