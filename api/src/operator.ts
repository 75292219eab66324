import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { newToken } from '#platform/ids.ts';
import { openKeyFile, replaceKeyFile } from '#platform/key-file.ts';

/** The credential of whoever has the data folder: made once, readable by its owner only. */
export function openOperatorKey(dataDir: string): string {
  return openKeyFile(path.join(dataDir, 'operator.key'), () => newToken('op_'));
}

const addressFile = (dataDir: string) => path.join(dataDir, 'server.json');

/** Tells commands on this machine where the process serves, in a file that is never half written; the answer takes it back. */
export function publishAddress(dataDir: string, url: string): () => void {
  const file = addressFile(dataDir);
  replaceKeyFile(file, JSON.stringify({ url, pid: process.pid }));
  return () => {
    if (findAddress(dataDir)?.pid === process.pid) rmSync(file, { force: true });
  };
}

export function findAddress(dataDir: string): { url: string; pid: number } | undefined {
  const file = addressFile(dataDir);
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}
