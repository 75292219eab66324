import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The server script of a baseline with packages of its own. They are installed when they are missing; nothing comes back
 * where that is not possible, and the benchmark goes on without it.
 */
export function installBaseline(name: string): string | undefined {
  const folder = path.join(import.meta.dirname, name);
  if (!existsSync(path.join(folder, 'node_modules'))) {
    console.log(`The packages of the baseline ${name} are being installed.`);
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (status !== 0) return undefined;
  }
  return path.join(folder, 'server.js');
}
