import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The files below a folder, as paths from `base` with forward slashes. A missing folder has none. */
export function filesBelow(base, folder, { deep = true } = {}) {
  const start = path.join(base, folder);
  if (!existsSync(start)) {
    return [];
  }
  return readdirSync(start, { recursive: deep })
    .map((name) => path.join(folder, name).replaceAll(path.sep, '/'))
    .filter((name) => statSync(path.join(base, name), { throwIfNoEntry: false })?.isFile());
}

/** One hash over names and contents. Order, times and owners of the files do not matter; a missing file does. */
export function fingerprint(base, files, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const file of [...new Set(files)].sort()) {
    const whole = path.join(base, file);
    const content = existsSync(whole) ? readFileSync(whole) : undefined;
    hash.update(`\n${file} ${content ? content.length : 'missing'}\n`).update(content ?? '');
  }
  return hash.digest('hex');
}

/** Remembers, by step, which inputs its outputs were made from. */
export function openStamps(base, folder = '.cache/stamps') {
  const fileOf = (step) => path.join(base, folder, step.name);

  return {
    isFresh(step) {
      const stamp = fileOf(step);
      return (
        existsSync(stamp) &&
        step.outputs.every((output) => existsSync(path.join(base, output))) &&
        readFileSync(stamp, 'utf8') === step.fingerprint()
      );
    },

    /** Runs the step and stamps it with the inputs as they were before, so that a change meanwhile is not lost. */
    async renew(step, run) {
      const before = step.fingerprint();
      rmSync(fileOf(step), { force: true });
      await run();
      mkdirSync(path.join(base, folder), { recursive: true });
      writeFileSync(fileOf(step), before);
    },
  };
}
