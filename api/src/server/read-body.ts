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
    let isDone = false;
    const timer = setTimeout(() => refuse(408, 'The body did not arrive in time.'), SLOWEST_MS);

    /** Whether nothing was decided before. */
    function decide(): boolean {
      if (isDone) return false;
      isDone = true;
      clearTimeout(timer);
      return true;
    }

    function refuse(status: number, message: string): void {
      if (decide()) reject(new RequestRefused(status, message));
    }

    req.on('data', (chunk: Buffer) => {
      if (isDone) return;
      size += chunk.length;
      if (size > limit) refuse(413, `The body may have ${limit} bytes.`);
      else chunks.push(chunk);
    });
    req.on('end', () => {
      if (decide()) resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)).toString('utf8'));
    });
    req.on('close', () => refuse(400, 'The body was cut off.'));
    req.on('error', () => refuse(400, 'The body was cut off.'));
  });
}
