import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from './env.ts';

/**
 * The line in `file`, which is made on first need. It appears whole or not at all, so neither a kill nor a second
 * process that starts at the same moment leaves half a key or two.
 */
export function openKeyFile(file: string, make: () => string): string {
  const known = findKeyFile(file);
  if (known !== undefined) return known;
  try {
    withDraft(file, make(), (draft) => linkSync(draft, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

export function findKeyFile(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (process.platform !== 'win32' && stats.mode & 0o077) {
    throw new BadConfiguration(`${file} can be read by others on this machine. Run: chmod 600 ${file}`);
  }
  return readFileSync(file, 'utf8').trim();
}

export function replaceKeyFile(file: string, line: string): void {
  withDraft(file, line, (draft) => renameSync(draft, file));
}

function withDraft(file: string, line: string, publish: (draft: string) => void): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(handle, `${line}\n`);
    fsyncSync(handle);
    publish(draft);
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}
