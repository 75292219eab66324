import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newToken } from '#platform/ids.ts';

/** The credential of whoever has the data folder: made once, readable by its owner only. */
export function openOperatorKey(dataDir: string): string {
  const file = path.join(dataDir, 'operator.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, `${newToken('op_')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Two processes may start at once; the first one's key counts.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}

const addressFile = (dataDir: string) => path.join(dataDir, 'server.json');

/** Tells commands on this machine where the process serves; the answer takes it back. */
export function publishAddress(dataDir: string, url: string): () => void {
  const file = addressFile(dataDir);
  writeFileSync(file, `${JSON.stringify({ url, pid: process.pid })}\n`, {
    mode: 0o600,
  });
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
