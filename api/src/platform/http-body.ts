import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { EgressError, tooLarge } from './http-error.ts';

/** Beyond the first mebibyte nothing honest unpacks to more than this many times its size. */
const MOST_RATIO = 100;
const FREE_BYTES = 1_048_576;

type Unpacker = Transform & { readonly bytesWritten: number };

/** `deflate` means two things in practice: with a frame around it, which its first byte tells, or bare. */
function createUnpacker(coding: string, first: number): Unpacker | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'deflate') return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  return undefined;
}

async function* join(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* unpack(body: AsyncIterator<Buffer>, coding: string, host: string): AsyncGenerator<Buffer> {
  const first = await body.next();
  if (first.done) return;
  const unpacker = createUnpacker(coding, first.value[0]!);
  if (!unpacker) throw new EgressError('REQUEST_FAILED', `${host} answers in an encoding that is not known here.`);
  pipeline(join(first.value, body), unpacker, () => undefined);
  let bytes = 0;
  for await (const chunk of unpacker as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > FREE_BYTES && bytes > unpacker.bytesWritten * MOST_RATIO) {
      throw tooLarge(`${host} sent data that unpacks to far more than its size.`);
    }
    yield chunk;
  }
}

export type BodyLimits = { coding: string; announced: number; mostBytes: number; host: string };

/** The body, unpacked and bounded. However its reader ends, the connection is let go. */
export async function* readBody(body: Readable, limits: BodyLimits): AsyncGenerator<Buffer> {
  const { coding, announced, mostBytes, host } = limits;
  const complain = () => tooLarge(`${host} sent more than the ${mostBytes.toLocaleString('en')} bytes that are read.`);
  try {
    if (announced > mostBytes) throw complain();
    const raw: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
    let bytes = 0;
    for await (const chunk of coding && coding !== 'identity' ? unpack(raw, coding, host) : body) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw complain();
      yield chunk;
    }
  } finally {
    body.on('error', () => undefined).destroy();
  }
}
