import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../dist');
const built = existsSync(path.join(dist, 'index.html'));
const limit = 180_000;

function read(file: string): string {
  return readFileSync(path.join(dist, file), 'utf8');
}

/** Files that a chunk cannot run without; what it loads later is written as `import(…)`. */
function neededBy(file: string): string[] {
  const statics = read(file).matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  return [...statics].map(([, name]) => `assets/${name}`);
}

function withDependencies(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    withDependencies(neededBy(file), found);
  }
  return found;
}

/** The chunk of a lazy page, by the name of its source file. */
function chunkOf(source: string, among: Set<string>): string {
  for (const file of among) {
    const name = read(file).match(new RegExp(`import\\(["'\`]\\./(${source}-[\\w-]+\\.js)["'\`]\\)`));
    if (name) return `assets/${name[1]}`;
  }
  throw new Error(`No chunk imports ${source}: was the page renamed?`);
}

describe.skipIf(!built)('the built app (skipped until web/dist is built)', () => {
  it.each([
    ['sign-in', ['sign-in-page']],
    ['home', ['tenant-route', 'home-page']],
  ])('loads at most 180 kB of compressed JavaScript for the first page: %s', (_page, sources) => {
    const entries = [...read('index.html').matchAll(/(?:src|href)="\/([\w/.-]+\.js)"/g)].map(([, file = '']) => file);
    const first = withDependencies(entries);
    const files = withDependencies(
      sources.map((source) => chunkOf(source, first)),
      first,
    );
    const bytes = [...files]
      .map((file) => gzipSync(read(file), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0);
    console.info(`${sources.at(-1)}: ${Math.round(bytes / 1000)} kB in ${files.size} files`);
    expect(bytes).toBeLessThanOrEqual(limit);
    expect(bytes).toBeGreaterThan(100_000);
  });
});
