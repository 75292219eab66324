import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesBelow, fingerprint, openStamps } from './stamps.mjs';

let base;

const write = (file, text) => {
  mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
  writeFileSync(path.join(base, file), text);
};

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'stamps test '));
  write('models/a.prisma', 'model A');
  write('models/deep/b.prisma', 'model B');
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('a fingerprint', () => {
  const now = () => fingerprint(base, filesBelow(base, 'models'));

  it('stays the same when only times or the order of the files change', () => {
    const before = now();
    utimesSync(path.join(base, 'models/a.prisma'), new Date(0), new Date(0));
    expect(now()).toBe(before);
    expect(fingerprint(base, filesBelow(base, 'models').reverse())).toBe(before);
  });

  it.each([
    ['a content changes', () => write('models/a.prisma', 'model C')],
    ['a file is added', () => write('models/c.prisma', '')],
    ['a file goes', () => rmSync(path.join(base, 'models/a.prisma'))],
    ['a file is renamed', () => renameSync(path.join(base, 'models/a.prisma'), path.join(base, 'models/z.prisma'))],
    [
      'text moves from one file to the next',
      () => {
        write('models/a.prisma', 'model');
        write('models/deep/b.prisma', ' Amodel B');
      },
    ],
  ])('changes when %s', (_, change) => {
    const before = now();
    change();
    expect(now()).not.toBe(before);
  });

  it('tells an empty file from a missing one, and one salt from another', () => {
    const missing = fingerprint(base, ['x']);
    write('x', '');
    expect(fingerprint(base, ['x'])).not.toBe(missing);
    expect(fingerprint(base, ['x'], 'pnpm 13')).not.toBe(fingerprint(base, ['x'], 'pnpm 12'));
  });

  it('finds no files in a folder that is not there', () => {
    expect(filesBelow(base, 'nowhere')).toEqual([]);
    expect(filesBelow(base, 'models', { deep: false })).toEqual(['models/a.prisma']);
  });
});

describe('a stamped step', () => {
  const step = {
    name: 'client',
    outputs: ['out/client.ts'],
    fingerprint: () => fingerprint(base, filesBelow(base, 'models')),
  };
  const generate = async () => write('out/client.ts', 'generated');

  it('is done once, and again only after an input changed', async () => {
    const stamps = openStamps(base);
    expect(stamps.isFresh(step)).toBe(false);
    await stamps.renew(step, generate);
    expect(openStamps(base).isFresh(step)).toBe(true);
    write('models/a.prisma', 'model A2');
    expect(stamps.isFresh(step)).toBe(false);
  });

  it('is done again when its output was deleted', async () => {
    const stamps = openStamps(base);
    await stamps.renew(step, generate);
    rmSync(path.join(base, 'out'), { recursive: true });
    expect(stamps.isFresh(step)).toBe(false);
  });

  it('is done again when an input changed while it ran', async () => {
    const stamps = openStamps(base);
    await stamps.renew(step, async () => {
      await generate();
      write('models/a.prisma', 'edited meanwhile');
    });
    expect(stamps.isFresh(step)).toBe(false);
  });

  it('is done again after it failed, though an earlier output is still there', async () => {
    const stamps = openStamps(base);
    await stamps.renew(step, generate);
    const failing = stamps.renew(step, async () => {
      throw new Error('no disk');
    });
    await expect(failing).rejects.toThrow('no disk');
    expect(stamps.isFresh(step)).toBe(false);
  });
});
