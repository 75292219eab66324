import type { IncomingMessage } from 'node:http';

export class RequestRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const SLOWEST_MS = 8_000;

/** The whole body as text, or a refusal: too large, too slow, or cut off. */
export function readBody(req: IncomingMessage, limit: number): Promise<string> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(new RequestRefused(413, `The body may have ${limit} bytes.`));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => finish(new RequestRefused(408, 'The body did not arrive in time.')), SLOWEST_MS);

    function finish(refusal?: Error): void {
      clearTimeout(timer);
      req.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close');
      if (refusal) reject(refusal);
      else resolve(size === 0 ? '' : Buffer.concat(chunks, size).toString('utf8'));
    }

    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish(new RequestRefused(413, `The body may have ${limit} bytes.`));
      else chunks.push(chunk);
    });
    req.on('end', () => finish());
    req.on('close', () => finish(new RequestRefused(400, 'The body was cut off.')));
    req.on('error', () => finish(new RequestRefused(400, 'The body was cut off.')));
  });
}
