import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './paths.mjs';

const heartbeatMilliseconds = 1000;
const silenceMilliseconds = 30_000;
const pollMilliseconds = 250;

/** Lets one launcher at a time change node_modules and the generated files; the others wait and say so. */
export async function withPrepareLock(work, { file = inRoot('.cache/prepare.lock'), say = console.error } = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  while (!tryLock(file)) {
    const holder = readHolder(file);
    if (holder && isAbandoned(holder)) {
      takeAway(file, holder);
      continue;
    }
    if (holder?.pid && !told) {
      told = true;
      say(`Another command (process ${holder.pid}) is preparing this project. Waiting for it…`);
    }
    await sleep(pollMilliseconds);
  }

  const release = () => rmSync(file, { force: true });
  const heartbeat = setInterval(() => beat(file), heartbeatMilliseconds);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, `${process.pid} since ${new Date().toISOString()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

function readHolder(file) {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, pid: Number(text.split(' ')[0]), silence: Date.now() - statSync(file).mtimeMs };
  } catch {
    // Released in this very moment.
    return undefined;
  }
}

function isAbandoned({ pid, silence }) {
  return silence > silenceMilliseconds || (pid > 0 && !isAlive(pid));
}

/** Two waiters may find the same dead lock: moving it is won by one, and a living lock moved by mistake goes back. */
function takeAway(file, holder) {
  const grave = `${file}.${process.pid}`;
  try {
    renameSync(file, grave);
    if (readFileSync(grave, 'utf8') !== holder.text) {
      linkSync(grave, file);
    }
  } catch {
    // Somebody else was faster.
  } finally {
    rmSync(grave, { force: true });
  }
}

function beat(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Removed by hand; the next launcher will make its own.
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
