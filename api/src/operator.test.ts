import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findAddress, publishAddress } from './operator.ts';

function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolcrib-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('whoever reads the address while it is written again reads a whole one', () => {
  const folder = openFolder();
  publishAddress(folder, 'http://127.0.0.1:4000');
  const reader = openSync(path.join(folder, 'server.json'), 'r');
  onTestFinished(() => closeSync(reader));

  publishAddress(folder, 'http://127.0.0.1:4001');

  expect(JSON.parse(readFileSync(reader, 'utf8'))).toEqual({ url: 'http://127.0.0.1:4000', pid: process.pid });
  expect(findAddress(folder)).toEqual({ url: 'http://127.0.0.1:4001', pid: process.pid });
});

test('the address is for the owner of the folder only, and gone when the process takes it back', () => {
  const folder = openFolder();
  const takeBack = publishAddress(folder, 'http://127.0.0.1:4000');
  const file = path.join(folder, 'server.json');
  expect(statSync(file).mode & 0o077).toBe(0);

  takeBack();

  expect(existsSync(file)).toBe(false);
  expect(findAddress(folder)).toBeUndefined();
});
