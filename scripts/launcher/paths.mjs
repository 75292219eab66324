import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export function inRoot(...parts) {
  return path.join(root, ...parts);
}

/** The JavaScript behind a package's command. Run with Node it needs no shell and works the same on every system. */
export function commandFile(name, { from = '.', command = name } = {}) {
  const folder = inRoot(from, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}
