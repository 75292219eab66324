import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LimitExceeded } from './errors.ts';

export type StoredBlob = { size: number; sha256: string; head: Buffer };

/** Where the bytes of files lie. A port: this one is a folder, another may be a bucket. */
export type BlobStore = {
  /** Writes all of it or nothing. */
  put(folder: string, name: string, bytes: Readable, limit: number): Promise<StoredBlob>;
  read(folder: string, name: string): Readable;
  remove(folder: string, name: string): Promise<void>;
};

const HEAD_BYTES = 8_192;

export function createFolderStore(root: string): BlobStore {
  const fileOf = (folder: string, name: string) => path.join(root, folder, name);
  return {
    async put(folder, name, bytes, limit) {
      await mkdir(path.join(root, folder), { recursive: true, mode: 0o700 });
      const target = fileOf(folder, name);
      const unfinished = `${target}.${randomUUID()}.part`;
      const hash = createHash('sha256');
      const head: Buffer[] = [];
      let size = 0;
      async function* measured(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
          size += chunk.length;
          if (size > limit) throw new LimitExceeded('FILE_TOO_LARGE', `A file may have ${limit} bytes.`);
          hash.update(chunk);
          yield chunk;
        }
      }
      // Opened before the first byte: a stream that opens by itself may make the file after it was removed.
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await pipeline(bytes, measured, file.createWriteStream({ flush: true }));
        await rename(unfinished, target);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex'), head: Buffer.concat(head) };
    },
    read: (folder, name) => createReadStream(fileOf(folder, name)),
    remove: (folder, name) => rm(fileOf(folder, name), { force: true }),
  };
}
