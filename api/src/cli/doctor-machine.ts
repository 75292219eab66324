import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '#platform/env.ts';
import { loadMasterKeys } from '#platform/master-key.ts';
import { type Check, fail, ok, warn } from './doctor-check.ts';
import { toFailure } from './failure.ts';

const KEY_FILES = ['master.key', 'operator.key', 'owner.key'];
const GIB = 2 ** 30;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const shown = `Node ${version}`;
  if (major >= 24 || (major === 22 && minor >= 18)) return ok('node', shown);
  if (major > 20 || (major === 20 && minor >= 19)) {
    return warn('node', `${shown} runs, but is not what we test with.`, 'Use npm run crib, which brings its own.');
  }
  return fail('node', `${shown} is too old.`, 'Install Node 24.');
}

/** Whether the settings are such that a process could start with them, and fit for production if that is meant. */
export function checkSettings(env: Env): Check {
  const name = 'configuration';
  try {
    // Outside production a missing key is made at the start; looking must not make it.
    if (env.TOOLCRIB_MASTER_KEY || env.production) loadMasterKeys({ ...env, production: true });
  } catch (error) {
    return fail(name, toFailure(error).message);
  }
  if (!env.production) return ok(name, 'valid');
  if (!env.DATABASE_URL) {
    return warn(name, 'The embedded database may lose the last writes in a power cut.', 'Set DATABASE_URL.');
  }
  if (!env.PUBLIC_BASE_URL) {
    const message = `Links will lead to http://${env.HOST}:${env.PORT}.`;
    return warn(name, message, 'Set PUBLIC_BASE_URL to the address that people use.');
  }
  return ok(name, 'valid, production mode');
}

const isOpenToOthers = (file: string): boolean => process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;

export function checkFolder({ DATA_DIR }: Env): Check {
  const name = 'data folder';
  if (!existsSync(DATA_DIR))
    return warn(name, `${DATA_DIR} does not exist yet.`, 'The first start makes it: npm start');
  try {
    accessSync(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(name, `This user may not write to ${DATA_DIR}.`, 'Run this as the user who runs the server.');
  }
  const open = KEY_FILES.map((file) => path.join(DATA_DIR, file)).filter(
    (file) => existsSync(file) && isOpenToOthers(file),
  );
  if (open.length > 0) {
    const files = open.join(' ');
    return fail(name, `Others on this machine can read ${files}.`, `Run: chmod 600 ${files}`);
  }
  return ok(name, DATA_DIR);
}

export function judgeSpace(freeBytes: number): Check {
  const shown = `${(freeBytes / GIB).toFixed(1)} GiB free`;
  if (freeBytes < GIB / 4) return fail('disk', shown, 'Make room before the database stops.');
  if (freeBytes < 2 * GIB) return warn('disk', shown, 'Make room soon.');
  return ok('disk', shown);
}

export async function checkDisk({ DATA_DIR }: Env): Promise<Check | undefined> {
  const space = await statfs(DATA_DIR).catch(() => undefined);
  return space && judgeSpace(space.bavail * space.bsize);
}
